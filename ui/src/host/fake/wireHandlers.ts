import type { ServerId, WireExtent, WireFilter, WireFrame } from '../../api/generated/contract';
import type { Handlers } from './handlers';
import { fail } from './serverHandlers';
import type { World } from './world';

/** One search looks at this many frames, so that long logs are searched in steps here too. */
const FRAMES_PER_SEARCH = 20_000;

type WireHandlers = Pick<Handlers, Extract<keyof Handlers, `wire.${string}`>>;

/** The wire log of the fake host. */
export function wireHandlers(world: World): WireHandlers {
  const log = (serverId: ServerId): WireFrame[] => world.wire.get(serverId) ?? [];
  return {
    'wire.list': ({ serverId, from, limit }) => {
      const first = log(serverId)[0]?.seq ?? 0;
      const start = Math.max(0, from - first);
      return { extent: extentOf(log(serverId)), frames: log(serverId).slice(start, start + limit) };
    },
    'wire.getMany': ({ serverId, seqs }) => {
      const frames = log(serverId);
      const first = frames[0]?.seq ?? 0;
      return seqs.flatMap((seq) => frames[seq - first] ?? []);
    },
    'wire.search': ({ serverId, filter, from }) => {
      const frames = log(serverId);
      const { firstSeq, nextSeq } = extentOf(frames);
      const start = Math.max(0, from - firstSeq);
      const looked = frames.slice(start, start + FRAMES_PER_SEARCH);
      const next = Math.min(nextSeq, firstSeq + start + looked.length);
      return {
        seqs: looked.filter((frame) => wants(filter, frame)).map(({ seq }) => seq),
        next,
        isWhole: next === nextSeq,
      };
    },
    'wire.get': ({ serverId, seq }) => {
      const frame = log(serverId).find((each) => each.seq === seq) ?? fail('notFound', 'request.messageGone');
      return { frame, text: textOf(frame), truncated: false };
    },
    'wire.copy': ({ serverId, seq, form }) => {
      const frame = log(serverId).find((each) => each.seq === seq) ?? fail('notFound', 'request.messageGone');
      const text = textOf(frame);
      return { text: form === 'json' ? text : `printf '%s\\n' '${text}' | usher --demo-server` };
    },
    'wire.clear': ({ serverId }) => {
      world.wire.delete(serverId);
      return null;
    },
    'wire.save': ({ serverId }) => ({
      path: `${world.info.dataDir}/wire/${serverId}.jsonl`,
      sizeBytes: 12_400,
    }),
  };
}

/** What a log holds. */
export function extentOf(frames: readonly WireFrame[]): WireExtent {
  const firstSeq = frames[0]?.seq ?? 1;
  const methods = new Set(frames.flatMap(({ method }) => method ?? []));
  return { firstSeq, nextSeq: firstSeq + frames.length, dropped: 0, methods: [...methods].toSorted() };
}

function textOf(frame: WireFrame): string {
  if (frame.kind === 'noise') return frame.summary;
  return JSON.stringify({ jsonrpc: '2.0', id: frame.rpcId, method: frame.method, params: {} });
}

function wants(filter: WireFilter, frame: WireFrame): boolean {
  const text = filter.text.trim().toLowerCase();
  return (
    (filter.direction === null || filter.direction === frame.direction) &&
    (filter.kind === null || filter.kind === frame.kind) &&
    (filter.method === null || filter.method === frame.method) &&
    (filter.callId === null || filter.callId === frame.callId) &&
    (!filter.faultsOnly || frame.isFault) &&
    `${frame.method ?? ''} ${frame.summary} ${frame.rpcId ?? ''}`.toLowerCase().includes(text)
  );
}
