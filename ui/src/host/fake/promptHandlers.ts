import type { AppEvent, CallId, HistoryId, PromptOutcome } from '../../api/generated/contract';
import type { Handlers } from './handlers';
import { NOW } from './servers';
import type { World } from './world';

/** Gets prompts, which are recorded if anything is. */
export function promptHandlers(world: World, emit: (event: AppEvent) => void): Pick<Handlers, 'prompt.get'> {
  return {
    'prompt.get': ({ serverId, name, arguments: args }) => {
      const got: Omit<PromptOutcome, 'historyId'> = {
        description: `What ${name} yields.`,
        messages: [
          { role: 'user', content: { kind: 'text', text: `Please ${name} ${args['name'] ?? ''}.` } },
          { role: 'assistant', content: { kind: 'text', text: 'With **pleasure**.' } },
        ],
        durationMs: 9,
        raw: { messages: [] },
      };
      if (world.settings.historyRows === 0) return { ...got, historyId: null };
      const historyId = `p${world.history.length + 1}` as HistoryId;
      const { durationMs, ...said } = got;
      world.history.unshift({
        outcome: {
          callId: crypto.randomUUID() as CallId,
          historyId,
          startedAt: NOW,
          durationMs,
          ending: { kind: 'prompt', ...said, sizeBytes: 96 },
        },
        row: {
          id: historyId,
          serverId,
          serverLabel: world.servers.find((s) => s.snapshot.id === serverId)?.snapshot.label ?? '',
          kind: 'prompt',
          name,
          client: null,
          startedAt: NOW,
          durationMs,
          status: 'completed',
          arguments: args,
        },
        times: { queueMs: 0, personMs: 0, serverMs: 9, wireMs: 0 },
        clientLeg: null,
      });
      emit({ kind: 'historyChanged' });
      return { ...got, historyId };
    },
  };
}
