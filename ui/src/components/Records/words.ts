import type { ApprovalEnding, ApprovalKind, ApprovalRecordHead } from '../../api/generated/contract';
import { visibleString } from '../../lib/visible';
import type { IconName } from '../iconPaths';

/** How each kind of question is named once it is over. */
export const KINDS: Readonly<Record<ApprovalKind, { noun: string; sentence: string; icon: IconName }>> = {
  form: { noun: 'form', sentence: 'asked you to fill in a form', icon: 'form' },
  url: { noun: 'page', sentence: 'asked you to open a page', icon: 'globe' },
  sample: { noun: 'model', sentence: 'asked to use a model', icon: 'spark' },
  roots: { noun: 'folders', sentence: 'asked which folders it may know of', icon: 'folder' },
  link: { noun: 'link', sentence: 'sent an address you wanted to open', icon: 'globe' },
  toolCall: { noun: 'tool call', sentence: 'needed your yes to a tool call', icon: 'tool' },
  definition: { noun: 'definition', sentence: 'declared what you decided about', icon: 'shieldCheck' },
  launch: { noun: 'launch', sentence: 'was to be started in another way', icon: 'run' },
  signIn: { noun: 'sign-in', sentence: 'wanted you to sign in', icon: 'lock' },
  other: { noun: 'request', sentence: 'asked for what it may not', icon: 'warning' },
};

/** How each ending is shown. */
export const ENDINGS: Readonly<
  Record<ApprovalEnding, { word: string; icon: IconName; tone: 'ok' | 'bad' | 't3' | 'lamp' }>
> = {
  accepted: { word: 'Accepted', icon: 'check', tone: 'ok' },
  declined: { word: 'Declined', icon: 'close', tone: 'bad' },
  cancelled: { word: 'Put away', icon: 'stop', tone: 't3' },
  moot: { word: 'No longer needed', icon: 'clock', tone: 't3' },
  refused: { word: 'Refused', icon: 'warning', tone: 'lamp' },
  failed: { word: 'Failed', icon: 'warning', tone: 'bad' },
  automatic: { word: 'Nothing to decide', icon: 'info', tone: 't3' },
};

export const KIND_NAMES = [
  'form',
  'url',
  'sample',
  'roots',
  'toolCall',
  'link',
  'definition',
  'launch',
  'signIn',
  'other',
] as const satisfies readonly ApprovalKind[];
export const ENDING_NAMES = [
  'accepted',
  'declined',
  'cancelled',
  'moot',
  'refused',
  'failed',
  'automatic',
] as const satisfies readonly ApprovalEnding[];

/** Whether the person decided it where no server asked. */
export const isOwnDecision = (kind: ApprovalKind): boolean =>
  kind === 'definition' || kind === 'launch' || kind === 'signIn';

/** What became of a question, in three words or so: `form accepted`, `folders declined`. */
export function whatBecame({ approvalKind, ending, tool, policy, times }: ApprovalRecordHead): string {
  const what = approvalKind === 'toolCall' && tool !== null ? visibleString(tool) : KINDS[approvalKind].noun;
  const became = {
    accepted: 'accepted',
    declined: 'declined',
    cancelled: 'put away',
    moot: 'no longer needed',
    refused: 'refused',
    failed: 'failed',
    automatic: 'answered, nothing to decide',
  };
  const often = times === 1 ? '' : ` ${times.toLocaleString('en')} times`;
  return `${what} ${became[ending]}${often}${policy === null ? '' : ', by policy'}`;
}

/** A record's accessible name. */
export function recordLabel(record: ApprovalRecordHead): string {
  return `${record.serverLabel}: ${whatBecame(record)}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
