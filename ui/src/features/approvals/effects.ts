import type { Approval, Author } from '../../api/generated/contract';
import type { ApprovalOf } from './kinds';

/** What one answer does. `answer` is what its button says. */
export interface Effect {
  answer: string;
  effect: string;
}

/** What goes on once the server has an answer. */
function goesOn({ cause }: Approval): string {
  return cause === null ? 'the server goes on' : 'the call goes on';
}

function declined(ask: Approval): Effect {
  return { answer: 'Decline', effect: `tells ${ask.serverLabel} no, ${goesOn(ask)}` };
}

export function formEffects(ask: ApprovalOf<'elicitForm'>): readonly Effect[] {
  return [
    { answer: 'Accept', effect: `sends these values, ${goesOn(ask)}` },
    declined(ask),
    { answer: 'Cancel', effect: 'says you closed it without choosing' },
  ];
}

export function urlEffects(ask: ApprovalOf<'elicitUrl'>): readonly Effect[] {
  const { visitedAt, callFailed } = ask.question;
  const unheard = 'puts this away; the call has ended already';
  if (visitedAt === null) {
    return [
      {
        answer: 'Open in browser',
        effect: callFailed
          ? 'opens exactly this address'
          : `opens exactly this address, which is your yes to ${ask.serverLabel}`,
      },
      callFailed ? { answer: 'Decline', effect: unheard } : declined(ask),
      { answer: 'Cancel', effect: callFailed ? unheard : 'says you closed it without choosing' },
    ];
  }
  const again = { answer: 'Open again', effect: 'opens the same address once more' };
  if (callFailed) {
    return [
      ...(ask.cause === null
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
    { answer: 'Done', effect: `says that you are back, ${goesOn(ask)}` },
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
  ask: ApprovalOf<'sample'>,
  canRun: 'canRun' | 'byHandOnly',
): readonly Effect[] {
  return [
    ...(canRun === 'canRun'
      ? [{ answer: 'Run', effect: 'sends this to the model; you see its answer before anybody else' }]
      : []),
    { answer: 'Answer by hand', effect: 'lets you write the answer; no model is used' },
    declined(ask),
  ];
}

/** Step two: what would go to the server. */
export function answerEffects(
  ask: ApprovalOf<'sample'>,
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
      : { answer: 'Send', effect: `gives ${ask.serverLabel} exactly this answer, ${goesOn(ask)}` };
  return [forward, back, declined(ask)];
}

export function rootsEffects(ask: ApprovalOf<'roots'>): readonly Effect[] {
  return [
    { answer: 'Allow once', effect: `tells ${ask.serverLabel} of these folders, this time` },
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
