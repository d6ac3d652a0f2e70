import type {
  AppEvent,
  Approval,
  ApprovalId,
  SamplingBudget,
  SamplingRule,
  SamplingState,
  ServerId,
} from '../../api/generated/contract';
import type { Handlers } from './handlers';
import { fail } from './serverHandlers';
import type { World } from './world';
import { coreMessage } from '../../words/message';

type Mine = Pick<Handlers, Extract<keyof Handlers, `sampling.${string}`>>;

const BUDGET: SamplingBudget = { requestsPerHour: 20, tokensPerDay: 200_000, moneyPerDay: 1_000_000 };
const USUAL: SamplingRule = { allowed: false, budget: BUDGET };

/** A model that writes at once, in two pieces. One whose name holds "down" cannot be reached. */
export function samplingHandlers(world: World, emit: (event: AppEvent) => void): Mine {
  const find = (approvalId: ApprovalId): Approval & { request: { kind: 'sample' } } => {
    const approval = world.approvals.find((open) => open.id === approvalId);
    if (approval?.request.kind !== 'sample') return fail('notFound', 'answer.notOpen');
    return { ...approval, request: approval.request };
  };
  const tell = (approvalId: ApprovalId, state: SamplingState): void => {
    world.approvals = world.approvals.map((open) =>
      open.id === approvalId && open.request.kind === 'sample'
        ? { ...open, request: { ...open.request, state } }
        : open,
    );
    emit({ kind: 'samplingChanged', approvalId, state });
  };
  return {
    'sampling.plan': ({ approvalId, params, model }) => {
      const serverId = find(approvalId).serverId as ServerId;
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
    'sampling.run': ({ approvalId, model, allow }) => {
      const serverId = find(approvalId).serverId as ServerId;
      const rule = world.samplingRules.get(serverId);
      if (rule?.allowed !== true) {
        if (allow === null) return fail('invalid', 'answer.notOpen');
        world.samplingRules.set(serverId, { allowed: true, budget: allow });
        emit({ kind: 'modelsChanged' });
      }
      const run = { model, provider: 'Anthropic' };
      if (model.model.includes('down')) {
        tell(approvalId, { kind: 'failed', run, why: coreMessage('models.cut', { provider: 'Anthropic' }) });
        return null;
      }
      const answer = (text: string, stopReason: string | null) => ({
        content: [{ type: 'text', text }],
        stopReason,
        tokensIn: 412,
        tokensOut: 23,
      });
      tell(approvalId, { kind: 'writing', run, soFar: answer('Row F, seat 7:', null) });
      tell(approvalId, {
        kind: 'written',
        run,
        answer: answer('Row F, seat 7: you see the whole stage over everybody’s head.', 'endTurn'),
      });
      return null;
    },
    'sampling.stop': ({ approvalId }) => {
      find(approvalId);
      tell(approvalId, { kind: 'request' });
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
