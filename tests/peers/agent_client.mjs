// Agents as real programs, without an account and without the network:
// `node agent_client.mjs inspector|inspector-newest|claude-code|codex|goose TOOL ARGUMENTS -- COMMAND…`.
// Claude Code, Codex and Goose take the command from their configuration in HOME; what stands in for the models of Claude
// Code and Goose is here, on loopback. Prints one JSON object: what the agent listed, and what the tool answered.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';

const [agent, tool, given, separator, ...command] = process.argv.slice(2);
if (separator !== '--') throw new Error('usage: agent_client.mjs AGENT TOOL ARGUMENTS -- COMMAND…');
const { resolve } = createRequire(import.meta.url);
const within = (name, ...path) => join(dirname(resolve(`${name}/package.json`)), ...path);

/// Nobody listens there.
const NOWHERE = 'http://127.0.0.1:9';
const env = {
  ...process.env,
  HTTP_PROXY: NOWHERE,
  HTTPS_PROXY: NOWHERE,
  NO_PROXY: '127.0.0.1',
  // Claude Code: neither updates nor reports.
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
  // Each tool is shown to the model.
  ENABLE_TOOL_SEARCH: 'false',
  // On a busy machine it takes longer than the 5 s after which it begins without its servers.
  MCP_CONNECTION_NONBLOCKING: 'false',
  MCP_CONNECT_TIMEOUT_MS: '120000',
  MCP_TIMEOUT: '120000',
  ANTHROPIC_API_KEY: 'none',
  ANTHROPIC_BASE_URL: NOWHERE,
  // Codex.
  OPENAI_API_KEY: 'none',
  OPENAI_BASE_URL: NOWHERE,
  // Goose.
  GOOSE_PROVIDER: 'openai',
  GOOSE_MODEL: 'none',
  GOOSE_MODE: 'auto',
  GOOSE_DISABLE_KEYRING: '1',
  GOOSE_TELEMETRY_ENABLED: 'false',
};

/// Runs a program to its end, and returns what it printed.
function run(program, args, more = {}) {
  const child = spawn(program, args, { env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (part) => (said += part));
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', () => done(said));
  });
}

async function inspect(era) {
  const inspector = within('@modelcontextprotocol/inspector', 'clients/launcher/build/index.js');
  const ask = async (...options) => {
    const args = [inspector, '--cli', ...command, '--format', 'json', '--protocol-era', era, ...options];
    const said = await run('node', args);
    const { result } = JSON.parse(said);
    return result;
  };
  let tools = [];
  // A client that the person has not answered yet is told of none.
  for (let tries = 0; tools.length === 0 && tries < 20; tries += 1) {
    ({ tools } = await ask('--method', 'tools/list'));
  }
  const result = await ask('--method', 'tools/call', '--tool-name', tool, '--tool-args-json', given);
  return { tools: tools.map(({ name }) => name), result };
}

/// Serves what stands in for a model on loopback: `answer` makes the events of a stream from a request and its text.
function serve(answer) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const asked = body.startsWith('{') ? JSON.parse(body) : {};
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(answer(asked, body));
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

/// Answers as the model does: it uses the tool, and then says that it is done.
function model() {
  return serve((asked, body) => {
    const names = (asked.tools ?? []).map(({ name }) => name);
    const name = names.find((name) => name.endsWith(`__${tool}`));
    const isDone = !name || body.includes('"tool_result"');
    const block = isDone
      ? { start: { type: 'text', text: '' }, delta: { type: 'text_delta', text: 'Done.' } }
      : {
          start: { type: 'tool_use', id: 'toolu_1', name, input: {} },
          delta: { type: 'input_json_delta', partial_json: given },
        };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: asked.model, content: [], usage };
    const events = [
      { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
      { type: 'content_block_start', index: 0, content_block: block.start },
      { type: 'content_block_delta', index: 0, delta: block.delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: isDone ? 'end_turn' : 'tool_use', stop_sequence: null }, usage },
      { type: 'message_stop' },
    ];
    return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  });
}

async function claudeCode() {
  const claude = within('@anthropic-ai/claude-code', 'cli-wrapper.cjs');
  const health = await run('node', [claude, 'mcp', 'list']);
  const server = await model();
  const options = ['--output-format', 'stream-json', '--verbose', '--allowedTools', `mcp__usher__${tool}`];
  const said = await run('node', [claude, '-p', 'Use the tool.', ...options], {
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.address().port}`,
  });
  server.close();
  const events = said.split('\n').filter(Boolean).map((line) => JSON.parse(line));
  const begun = events.find(({ subtype }) => subtype === 'init');
  const blocks = events.flatMap(({ message }) => (Array.isArray(message?.content) ? message.content : []));
  const result = blocks.find(({ type }) => type === 'tool_result');
  const text = [result?.content].flat().map((part) => part?.text ?? part);
  const tools = (begun?.tools ?? []).filter((name) => name.startsWith('mcp__usher__'));
  return {
    health,
    tools: tools.map((name) => name.slice('mcp__usher__'.length)),
    result: { content: text.map((text) => ({ type: 'text', text })) },
    events: result ? undefined : events,
  };
}

async function codex() {
  const child = spawn('node', [within('@openai/codex', 'bin/codex.js'), 'app-server'], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map();
  createInterface(child.stdout).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  const say = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const ask = async (method, params) => {
    const id = waiting.size + 1;
    const answer = new Promise((done) => waiting.set(id, done));
    say({ id, method, params });
    const { result, error } = await answer;
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  };
  const health = await run('node', [within('@openai/codex', 'bin/codex.js'), 'mcp', 'list']);
  await ask('initialize', { clientInfo: { name: 'usher-tests', title: 'Usher', version: '1' } });
  say({ method: 'initialized' });
  const { data } = await ask('mcpServerStatus/list', {});
  const { thread } = await ask('thread/start', { cwd: process.env.HOME });
  const call = { threadId: thread.id, server: 'usher', tool, arguments: JSON.parse(given) };
  const result = await ask('mcpServer/tool/call', call);
  child.stdin.end();
  return { health, tools: Object.keys(data[0].tools), result };
}

/// Answers as a model of the chat completions API does: it uses the tool, and then says that it is done.
function chatModel(seen) {
  return serve((asked) => {
    const names = (asked.tools ?? []).map((each) => each.function.name);
    for (const name of names) seen.add(name);
    const name = names.find((each) => each.endsWith(`__${tool}`));
    const isDone = !name || asked.messages.some(({ role }) => role === 'tool');
    const call = { index: 0, id: 'call_1', type: 'function', function: { name, arguments: given } };
    const delta = { role: 'assistant', ...(isDone ? { content: 'Done.' } : { content: null, tool_calls: [call] }) };
    const chunk = (choice, usage) => ({
      id: 'chat_1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'none',
      choices: [{ index: 0, finish_reason: null, ...choice }],
      usage,
    });
    const chunks = [
      chunk({ delta }),
      chunk(
        { delta: {}, finish_reason: isDone ? 'stop' : 'tool_calls' },
        { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      ),
    ];
    return [...chunks.map((each) => JSON.stringify(each)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
  });
}

async function goose() {
  const seen = new Set();
  const server = await chatModel(seen);
  const said = await run(
    within('@aaif/goose-binary-linux-x64', 'bin/goose'),
    ['run', '--no-session', '--output-format', 'json', '--text', 'Use the tool.'],
    { OPENAI_HOST: `http://127.0.0.1:${server.address().port}` },
  );
  server.close();
  // A greeting stands before the document.
  const { messages } = JSON.parse(said.slice(said.indexOf('\n{')));
  const parts = messages.flatMap(({ content }) => content);
  const answered = parts.find(({ type }) => type === 'toolResponse');
  const tools = [...seen].filter((name) => name.startsWith('usher__'));
  return {
    tools: tools.map((name) => name.slice('usher__'.length)),
    result: answered?.toolResult.value,
    messages: answered ? undefined : messages,
  };
}

const agents = {
  inspector: () => inspect('legacy'),
  'inspector-newest': () => inspect('modern'),
  'claude-code': claudeCode,
  codex,
  goose,
};
const found = await agents[agent]();
process.stdout.write(`${JSON.stringify(found)}\n`);
process.exit();
