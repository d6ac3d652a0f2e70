import type {
  AppEvent,
  CallEnding,
  CallId,
  GetPromptParams,
  HistoryEntry,
  HistoryId,
} from '../../api/generated/contract';
import type { Handlers } from './handlers';
import { NOW } from './servers';
import type { World } from './world';

type Said = Extract<CallEnding, { kind: 'prompt' }>;

const said = ({ name, arguments: args }: GetPromptParams): Said => ({
  kind: 'prompt',
  description: `What ${name} yields.`,
  messages: [
    { role: 'user', content: { kind: 'text', text: `Please ${name} ${args['name'] ?? ''}.` } },
    { role: 'assistant', content: { kind: 'text', text: 'With **pleasure**.' } },
  ],
  raw: { messages: [] },
  sizeBytes: 96,
});

/** A prompt that was got, as it is recorded. */
export function promptEntry(id: string, params: GetPromptParams): HistoryEntry {
  const times = { startedAt: NOW, durationMs: 9 };
  return {
    outcome: {
      callId: `of ${id}` as CallId,
      historyId: id as HistoryId,
      ...times,
      ending: said(params),
    },
    row: {
      id: id as HistoryId,
      serverLabel: 'Demo server',
      kind: 'prompt',
      client: null,
      ...params,
      ...times,
      status: 'completed',
    },
    times: { queueMs: 0, personMs: 0, serverMs: 9, wireMs: 0 },
    clientLeg: null,
  };
}

/** Gets prompts, which are recorded if anything is. */
export function promptHandlers(world: World, emit: (event: AppEvent) => void): Pick<Handlers, 'prompt.get'> {
  return {
    'prompt.get': (params) => {
      const { description, messages, raw } = said(params);
      const got = { description, messages, raw, durationMs: 9 };
      if (world.settings.historyRows === 0) return { ...got, historyId: null };
      const entry = promptEntry(`p${world.history.length + 1}`, params);
      world.history.unshift(entry);
      emit({ kind: 'historyChanged' });
      return { ...got, historyId: entry.row.id };
    },
  };
}
