// Stands between Usher and a suite of checks for hosts of MCP Apps that runs elsewhere: `app_suite.mjs URL FOLDER`. Passes
// every request on, and adds a script to the suite's page: it starts the checks, tells each step by a tool of its own, and
// does what the answer says. A step is kept in FOLDER/step.json; the answer is read from FOLDER/answer.json, once.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [url, folder] = process.argv.slice(2);
const STEP = 'suite_step';

/** Runs in the page of the suite. */
function drive(step) {
  const waiting = new Map();
  let last = 0;
  addEventListener('message', (event) => {
    const answered = waiting.get(event.data?.id);
    if (answered === undefined) return;
    // No answer to a request of the page.
    event.stopImmediatePropagation();
    waiting.delete(event.data.id);
    answered(event.data);
  });
  /** A page in a sandbox may not set the domain of its document, whatever its origin. */
  const isSandboxed = () => {
    try {
      document.domain = document.domain;
      return false;
    } catch {
      return true;
    }
  };
  const tell = (poll) =>
    new Promise((answered) => {
      last += 1;
      const id = `driver-${last}`;
      waiting.set(id, answered);
      const params = { name: step, arguments: { poll: JSON.stringify(poll), sandboxed: isSandboxed() } };
      parent.postMessage({ jsonrpc: '2.0', id, method: 'tools/call', params }, '*');
    });
  const go = async () => {
    const suite = window.__mcpConformance;
    if (suite !== undefined) {
      const { result } = await tell(suite.poll());
      const { start, click, resolve, find } = JSON.parse(result?.content?.[0]?.text ?? '{}');
      if (start === true) suite.start();
      if (click === true) document.querySelector('[data-testid=conformance-trigger]')?.click();
      if (resolve !== undefined) suite.resolve(resolve);
      if (find !== undefined) suite.resolve({ ok: new RegExp(find.pattern, 'iu').test(find.text) });
    }
    setTimeout(go, 200);
  };
  void go();
}

const script = `<script>(${drive})(${JSON.stringify(STEP)})</script>`;

async function ask(request) {
  const answered = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(request),
  });
  const text = await answered.text();
  const event = text.split('\n').findLast((line) => line.startsWith('data:'));
  const json = event === undefined ? text : event.slice('data:'.length);
  return json === '' ? undefined : JSON.parse(json);
}

/** Keeps a step, and gives what is to be done. */
function keep(step) {
  writeFileSync(join(folder, 'step.new'), JSON.stringify(step));
  renameSync(join(folder, 'step.new'), join(folder, 'step.json'));
  const answer = join(folder, 'answer.json');
  if (!existsSync(answer)) return '{}';
  const text = readFileSync(answer, 'utf8');
  rmSync(answer);
  return text;
}

async function answer(request) {
  if (request.method === 'tools/call' && request.params.name === STEP)
    return { jsonrpc: '2.0', id: request.id, result: { content: [{ type: 'text', text: keep(request.params.arguments) }] } };
  const answered = await ask(request);
  if (request.method === 'tools/list')
    answered?.result?.tools.push({
      name: STEP,
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
      _meta: { ui: { visibility: ['app'] } },
    });
  if (request.method === 'resources/read')
    for (const page of answered?.result?.contents ?? [])
      if (page.uri.startsWith('ui://')) page.text = page.text.replace(/<head[^>]*>/u, (head) => head + script);
  return answered;
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  void answer(request).then((answered) => {
    if (answered !== undefined && request.id !== undefined) process.stdout.write(`${JSON.stringify(answered)}\n`);
  });
}
