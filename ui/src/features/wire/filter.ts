import type { WireFilter } from '../../api/generated/contract';

export const EVERYTHING: WireFilter = {
  text: '',
  direction: null,
  kind: null,
  method: null,
  callId: null,
  faultsOnly: false,
};

/** Requests and answers that only say that both sides are there. */
export const PINGS: WireFilter = { ...EVERYTHING, method: 'ping' };

/** Whether a filter lets everything through. */
export function isEverything({ text, direction, kind, method, callId, faultsOnly }: WireFilter): boolean {
  return (
    text.trim() === '' &&
    direction === null &&
    kind === null &&
    method === null &&
    callId === null &&
    !faultsOnly
  );
}
