// Records how a client begins: `node record_client.mjs FILE COMMAND…` stands where the command of a server does, passes
// everything on, and writes what the client sends until it calls a tool, one message a line. The recordings in
// `../data/clients` are made so, by hand, when there is a new client or version.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';

const [file, command, ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ['pipe', 'inherit', 'inherit'] });
let isBeginning = true;
createInterface(process.stdin)
  .on('line', (line) => {
    isBeginning &&= JSON.parse(line).method !== 'tools/call';
    if (isBeginning) appendFileSync(file, `${line}\n`);
    server.stdin.write(`${line}\n`);
  })
  .on('close', () => server.stdin.end());
server.on('close', (code) => process.exit(code ?? 1));
