import type { CallId, ServerId, WireFrame } from '../../api/generated/contract';
import { NOW } from './servers';
import type { World } from './world';

const DEMO = 'demo' as ServerId;
const LONG = 'A title somebody wrote without ever looking at a list that has to show it in one line';

const KINDS = [
  { direction: 'out', kind: 'request', method: 'tools/call', summary: 'search_issues {"query":"login"}' },
  { direction: 'in', kind: 'notification', method: 'notifications/progress', summary: '1 of 2 · Thinking' },
  { direction: 'in', kind: 'result', method: 'tools/call', summary: 'Three issues match' },
  { direction: 'in', kind: 'error', method: 'tools/call', summary: '-32602 Unknown tool' },
  { direction: 'in', kind: 'noise', method: null, summary: 'listening on stdio' },
] as const;

/** Fills the fake world with lists of `count` tools, resources, finished calls and frames. */
export function fill(world: World, count: number): void {
  const [tool] = world.tools;
  const [resource] = world.resources;
  const [entry] = world.history;
  if (tool === undefined || resource === undefined || entry === undefined) return;
  const numbers = Array.from({ length: count }, (_, n) => n);
  const title = (n: number): string => `Entry ${n}`;
  world.tools = numbers.map((n) => ({
    ...tool,
    head: { ...tool.head, name: `tool_${n}`, title: title(n), description: `What entry ${n} does` },
  }));
  world.resources = numbers.map((n) => ({
    ...resource,
    uri: `demo://many/${n}`,
    name: `many_${n}`,
    title: title(n),
  }));
  world.history = numbers.map((n) => ({
    ...entry,
    row: { ...entry.row, id: `many-${n}` as typeof entry.row.id, tool: `tool_${n}` },
  }));
  world.wire.set(
    DEMO,
    numbers.map((n) => frame(n + 1)),
  );
}

/** Fills the fake world with more than fits anywhere. */
export function crowd(world: World): void {
  for (const server of world.servers.slice(1, 3)) server.snapshot.label = LONG;
  const [prompt] = world.prompts;
  const [resource] = world.resources;
  for (let n = 0; n < 200; n += 1) {
    const title = n % 10 === 0 ? `${LONG} ${n}` : `Entry ${n}`;
    if (prompt !== undefined) world.prompts.push({ ...prompt, name: `prompt_${n}`, title, icon: null });
    if (resource !== undefined)
      world.resources.push({ ...resource, uri: `demo://crowd/${n}`, name: `crowd_${n}`, title, icon: null });
  }
  world.history = world.history.flatMap((entry) =>
    Array.from({ length: 60 }, (_, n) => ({
      ...entry,
      row: { ...entry.row, id: `${entry.row.id}-${n}` as typeof entry.row.id, serverLabel: LONG },
    })),
  );
  world.wire.set(
    DEMO,
    Array.from({ length: 100_000 }, (_, index) => frame(index + 1)),
  );
}

function frame(seq: number): WireFrame {
  const shape = KINDS[seq % KINDS.length] ?? KINDS[0];
  const answers = shape.kind === 'result' || shape.kind === 'error';
  return {
    seq,
    at: NOW + seq * 37,
    direction: shape.direction,
    kind: shape.kind,
    method: shape.method,
    rpcId: shape.kind === 'noise' || shape.kind === 'notification' ? null : String(seq),
    sizeBytes: 90 + ((seq * 7919) % 4_000),
    elapsedMs: answers ? (seq % 400) + 0.5 : null,
    callId: shape.kind === 'noise' ? null : (`call-${Math.floor(seq / 5)}` as CallId),
    summary: shape.summary,
    isFault: shape.kind === 'error' || shape.kind === 'noise',
  };
}
