import type { Approval, Author } from '../../api/generated/contract';
import type { ApprovalOf } from './kinds';

/** What one answer does. `answer` is what its button says. */
export interface Effect {
  answer: string;
  effect: string;
}

/** What goes on once the server has an answer. */
function goesOn({ cause, possibleCauses }: Approval): string {
  if (cause !== null) return 'the call goes on';
  return possibleCauses.length > 0 ? 'what waits for it goes on' : 'the server goes on';
}

function declined(approval: Approval): Effect {
  return { answer: 'Decline', effect: `tells “${approval.serverLabel}” no, ${goesOn(approval)}` };
}

export function formEffects(approval: ApprovalOf<'elicitForm'>): readonly Effect[] {
  return [
    { answer: 'Accept', effect: `sends these values, ${goesOn(approval)}` },
    declined(approval),
    { answer: 'Cancel', effect: 'says you closed it without choosing' },
  ];
}

export function urlEffects(approval: ApprovalOf<'elicitUrl'>): readonly Effect[] {
  const { visitedAt, callFailed } = approval.request;
  const unheard = 'puts this away; the call has ended already';
  if (visitedAt === null) {
    return [
      {
        answer: 'Open in browser',
        effect: callFailed
          ? 'opens exactly this address'
          : `opens exactly this address, which is your yes to “${approval.serverLabel}”`,
      },
      callFailed ? { answer: 'Decline', effect: unheard } : declined(approval),
      { answer: 'Cancel', effect: callFailed ? unheard : 'says you closed it without choosing' },
    ];
  }
  const again = { answer: 'Open again', effect: 'opens the same address once more' };
  if (callFailed) {
    return [
      ...(approval.cause === null
        ? []
        : [
            {
              answer: 'Run it again',
              effect: 'puts this away and goes to the tool with the same arguments; nothing runs yet',
            },
          ]),
      { answer: 'Done', effect: unheard },
      again,
      { answer: 'Stop waiting', effect: unheard },
    ];
  }
  return [
    { answer: 'Done', effect: `says that you are back, ${goesOn(approval)}` },
    again,
    { answer: 'Stop waiting', effect: 'puts this away without waiting for the page' },
  ];
}

export const CALL_EFFECTS: readonly Effect[] = [
  { answer: 'Run once', effect: 'sends these arguments; the next call is asked about again' },
  { answer: 'Run and allow', effect: 'sends them, and gives a policy for this tool as it is now' },
  { answer: 'Decline', effect: 'sends nothing; the call ends' },
  { answer: 'Never', effect: 'declines, and gives a policy against this tool' },
];

/** Step one: what would go to a model. */
export function requestEffects(
  approval: ApprovalOf<'sample'>,
  canRun: 'canRun' | 'byHandOnly',
): readonly Effect[] {
  return [
    ...(canRun === 'canRun'
      ? [{ answer: 'Run', effect: 'sends this to the model; you see its answer before anybody else' }]
      : []),
    { answer: 'Answer by hand', effect: 'lets you write the answer; no model is used' },
    declined(approval),
  ];
}

/** Step two: what would go to the server. */
export function answerEffects(
  approval: ApprovalOf<'sample'>,
  by: Author,
  state: 'writing' | 'written',
): readonly Effect[] {
  const back =
    by === 'model' && state === 'written'
      ? { answer: 'Run again', effect: 'goes back to the request; nothing is sent' }
      : { answer: 'Back to the request', effect: 'keeps what stands here; nothing is sent' };
  const forward =
    state === 'writing'
      ? { answer: 'Stop', effect: 'ends the model’s writing; nothing is sent' }
      : {
          answer: 'Send',
          effect: `gives “${approval.serverLabel}” exactly this answer, ${goesOn(approval)}`,
        };
  return [forward, back, declined(approval)];
}

export function rootsEffects(approval: ApprovalOf<'roots'>): readonly Effect[] {
  return [
    { answer: 'Allow once', effect: `tells “${approval.serverLabel}” of these folders, this time` },
    {
      answer: 'Always for this server',
      effect: 'does, and from now on tells it of its folders without asking you',
    },
    { answer: 'Decline', effect: 'tells it of no folder' },
  ];
}

export const LINK_EFFECTS: readonly Effect[] = [
  { answer: 'Open in browser', effect: 'opens exactly this address; the server does not hear of it' },
  { answer: 'Cancel', effect: 'opens nothing' },
];
