import type {
  AppEvent,
  Approval,
  ApprovalId,
  SamplingBudget,
  SamplingRule,
  SamplingStage,
  ServerId,
} from '../../api/generated/contract';
import type { Handlers } from './handlers';
import { fail } from './serverHandlers';
import type { World } from './world';

type Mine = Pick<Handlers, Extract<keyof Handlers, `sampling.${string}`>>;

const BUDGET: SamplingBudget = { requestsPerHour: 20, tokensPerDay: 200_000, moneyPerDay: 1_000_000 };
const USUAL: SamplingRule = { allowed: false, budget: BUDGET };

/** A model that writes at once, in two pieces. One whose name holds "down" cannot be reached. */
export function samplingHandlers(world: World, emit: (event: AppEvent) => void): Mine {
  const find = (askId: ApprovalId): Approval & { question: { kind: 'sample' } } => {
    const ask = world.approvals.find((open) => open.id === askId);
    if (ask?.question.kind !== 'sample') return fail('notFound', 'This question needs no answer any more.');
    return { ...ask, question: ask.question };
  };
  const tell = (askId: ApprovalId, stage: SamplingStage): void => {
    world.approvals = world.approvals.map((open) =>
      open.id === askId && open.question.kind === 'sample'
        ? { ...open, question: { ...open.question, stage } }
        : open,
    );
    emit({ kind: 'samplingChanged', askId, stage });
  };
  return {
    'sampling.plan': ({ askId, params, model }) => {
      const serverId = find(askId).serverId as ServerId;
      const rule = world.samplingRules.get(serverId);
      const [row] = world.models.mappings;
      const matched =
        row === undefined
          ? null
          : {
              model: row.model,
              why: { kind: 'table' as const, hint: 'claude-sonnet', words: row.hint },
            };
      return {
        matched,
        model: model === null ? matched : { model, why: { kind: 'person' } },
        tokensIn: JSON.stringify(params).length / 2,
        tokensOut: 800,
        cost: matched === null ? null : 18_200,
        rule: rule ?? USUAL,
        decided: rule !== undefined,
        spent: { requests: rule === undefined ? 0 : 3, tokens: 41_200, money: 110_000 },
        over: null,
        faults: [],
        rounds: 0,
      };
    },
    'sampling.run': ({ askId, model, allow }) => {
      const serverId = find(askId).serverId as ServerId;
      const rule = world.samplingRules.get(serverId);
      if (rule?.allowed !== true) {
        if (allow === null) return fail('invalid', 'You have not allowed models for this server.');
        world.samplingRules.set(serverId, { allowed: true, budget: allow });
        emit({ kind: 'modelsChanged' });
      }
      const run = { model, provider: 'Anthropic' };
      if (model.model.includes('down')) {
        tell(askId, { kind: 'failed', run, why: 'Anthropic could not be reached: connection refused.' });
        return null;
      }
      const answer = (text: string, stopReason: string | null) => ({
        content: [{ type: 'text', text }],
        stopReason,
        tokensIn: 412,
        tokensOut: 23,
      });
      tell(askId, { kind: 'writing', run, soFar: answer('Row F, seat 7:', null) });
      tell(askId, {
        kind: 'written',
        run,
        answer: answer('Row F, seat 7: you see the whole stage over everybody’s head.', 'endTurn'),
      });
      return null;
    },
    'sampling.stop': ({ askId }) => {
      find(askId);
      tell(askId, { kind: 'request' });
      return null;
    },
    'sampling.servers': () =>
      [...world.samplingRules].map(([serverId, rule]) => ({
        serverId,
        rule,
        spent: { requests: 3, tokens: 41_200, money: 110_000 },
      })),
    'sampling.setServer': ({ serverId, rule }) => {
      world.samplingRules.set(serverId, rule);
      emit({ kind: 'modelsChanged' });
      return null;
    },
  };
}
