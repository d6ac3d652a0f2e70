// A client as a process of its own: `node relay_client.mjs COMMAND…` passes on what it is told to say, and what it hears.
import { spawn } from 'node:child_process';
import process from 'node:process';

const [command, ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdin.pipe(server.stdin);
server.stdout.pipe(process.stdout);
// It may have ended before all was passed on.
server.stdin.on('error', () => {});
server.on('close', (code) => process.exit(code ?? 1));
