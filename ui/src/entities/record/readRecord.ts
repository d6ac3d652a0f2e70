import type { ApprovalRecord, JsonValue } from '../../api/generated/contract';
import { isObject, own, sameJson, type JsonObject } from '../../lib/json';
import { formatMoment } from '../../lib/format';
import { withOmittedTexts } from '../../words/omitted';
import { t } from '../../words/translate';
import { withDifferences } from './words';

/** What the core stores of an approval, read for a person; where it has another form than it has today, it stays as it is. */

/** A value with a name a person knows. */
interface Line {
  what: string;
  value: JsonValue;
}

/** What the person made of a value; `undefined` = it was not there. */
export interface Change {
  what: string;
  from: JsonValue | undefined;
  to: JsonValue | undefined;
}

/** How a part of a record is shown. */
export type Recorded =
  | { kind: 'nothing' }
  | { kind: 'lines'; lines: readonly Line[] }
  | { kind: 'arguments'; value: JsonValue }
  | { kind: 'json'; value: JsonValue };

/** What the person changed of what was shown; `null` = it cannot be told apart. */
export function changesOf(record: ApprovalRecord): readonly Change[] | null {
  const { head, shown, changed, sent } = record;
  switch (head.approvalKind) {
    case 'form':
      return changed === null ? [] : changesIn(changed, (name) => fieldTitle(shown, name));
    case 'toolCall': {
      const held = member(changed, 'arguments');
      if (changed === null) return [];
      const [from, to] = [member(held, 'from'), member(held, 'to')];
      return isObject(from) && isObject(to) ? differences(from, to) : null;
    }
    case 'sample':
      return sampleChanges(changed, sent);
    default:
      return changed === null ? [] : null;
  }
}

/** What went to the server, or to models for it. */
export function sentOf({ head, shown, sent }: ApprovalRecord): Recorded {
  if (sent === null) return { kind: 'nothing' };
  const error = member(sent, 'error');
  if (error !== undefined) return lines([{ what: t('records.value.error'), value: error }]);
  switch (head.approvalKind) {
    case 'form':
      return isObject(sent)
        ? lines(Object.entries(sent).map(([name, value]) => line(fieldTitle(shown, name), value)))
        : { kind: 'json', value: sent };
    case 'toolCall':
      return { kind: 'arguments', value: sent };
    case 'roots':
      return rootLines(sent);
    case 'link':
    case 'url':
      return lines([line(t('records.value.url'), member(sent, 'url') ?? sent)]);
    case 'sample':
      return sampleLines(sent);
    default:
      return { kind: 'json', value: sent };
  }
}

/** What the person was shown; beside it the raw record has all of it. */
export function shownOf({ head, shown }: ApprovalRecord): Recorded {
  switch (head.approvalKind) {
    case 'form':
      return formLines(shown);
    case 'url':
    case 'link':
      return lines([line(t('records.value.url'), member(shown, 'url') ?? shown)]);
    case 'roots':
      return rootLines(shown);
    case 'toolCall':
      return { kind: 'arguments', value: member(shown, 'arguments') ?? shown };
    case 'definition':
      return definitionLines(withDifferences(shown));
    case 'launch':
    case 'signIn':
    case 'client':
      return isObject(shown)
        ? lines(Object.entries(shown).map(([name, value]) => line(decisionLabel(name), value)))
        : { kind: 'json', value: shown };
    case 'sample':
    case 'other':
      return { kind: 'json', value: shown };
  }
}

/** The calls of which one caused it. */
export function causesOf(causes: JsonValue): Recorded {
  if (!Array.isArray(causes)) return { kind: 'json', value: causes };
  return lines(causes.map((cause) => line(text(member(cause, 'tool')), member(cause, 'arguments'))));
}

/** Whether the person wrote what a model was to write. */
export function isOwnResponse({ head, changed, sent }: ApprovalRecord): boolean {
  if (head.approvalKind !== 'sample' || head.reason.code === 'ended.answeredByClient') return false;
  return (
    member(member(changed, 'answer'), 'author') === 'person' ||
    member(member(sent, 'toServer'), 'model') === BY_HAND
  );
}

/** How the core names the model of a response that a person wrote. */
const BY_HAND = 'written by a person';

const lines = (all: readonly Line[]): Recorded =>
  all.length === 0 ? { kind: 'nothing' } : { kind: 'lines', lines: all };

const line = (what: string, value: JsonValue | undefined): Line => ({
  what,
  value: withOmittedTexts(value ?? null),
});

function member(value: JsonValue | null | undefined, name: string): JsonValue | undefined {
  return isObject(value) ? own(value, name) : undefined;
}

/** Members that hold what a value was and became. */
function changesIn(changed: JsonValue, titleOf: (name: string) => string): readonly Change[] | null {
  if (!isObject(changed)) return null;
  return Object.entries(changed).map(([name, change]) => ({
    what: titleOf(name),
    from: member(change, 'from'),
    to: member(change, 'to'),
  }));
}

function differences(from: JsonObject, to: JsonObject): Change[] {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return names
    .map((name) => ({ what: name, from: own(from, name), to: own(to, name) }))
    .filter((change) => !sameJson(change.from, change.to));
}

/** The title of a field of a form, as the form had it. */
function fieldTitle(shown: JsonValue, name: string): string {
  const field = member(member(member(shown, 'requestedSchema'), 'properties'), name);
  const title = member(field, 'title');
  return typeof title === 'string' && title.trim() !== '' ? title : name;
}

function formLines(shown: JsonValue): Recorded {
  const fields = member(member(shown, 'requestedSchema'), 'properties');
  if (!isObject(fields)) return { kind: 'json', value: shown };
  return lines(
    Object.entries(fields).map(([name, field]) => {
      const preset = member(field, 'default');
      return line(
        fieldTitle(shown, name),
        preset === undefined ? (member(field, 'description') ?? '') : preset,
      );
    }),
  );
}

function rootLines(value: JsonValue): Recorded {
  const roots = member(value, 'roots');
  if (!Array.isArray(roots)) return { kind: 'json', value };
  return lines(roots.map((root) => line(text(member(root, 'name')), member(root, 'uri') ?? root)));
}

function definitionLines(value: JsonValue): Recorded {
  const items = member(value, 'items');
  if (!Array.isArray(items)) return { kind: 'json', value };
  return lines(
    items.map((item) => {
      const found = member(item, 'differences');
      const kind = text(member(item, 'kind'));
      const what = t('records.definitionOf', { kind: kindOf(kind), name: text(member(item, 'name')) });
      return line(what, Array.isArray(found) && found.length > 0 ? found : stateOf(item));
    }),
  );
}

type DefinitionKind = 'instructions' | 'tool' | 'prompt' | 'template' | 'uiResource' | 'other';

const kindOf = (word: string): DefinitionKind =>
  ['instructions', 'tool', 'prompt', 'template', 'uiResource'].includes(word)
    ? (word as DefinitionKind)
    : 'other';

const STATES = ['new', 'renamed', 'changed', 'gone', 'tampered', 'unchanged'] as const;

function stateOf(item: JsonValue): string {
  const word = text(member(item, 'state'));
  const known = STATES.find((state) => state === word);
  return known === undefined ? word : t(`records.state.${known}`);
}

const DECISION_LABELS = [
  'program',
  'before',
  'server',
  'issuer',
  'page',
  'tokensFrom',
  'for',
  'rights',
  'connectsAs',
  'declared',
  'profile',
] as const;

function decisionLabel(name: string): string {
  const known = DECISION_LABELS.find((label) => label === name);
  return known === undefined ? name : t(`records.value.${known}`);
}

/** The models that were asked and when, and the response. */
function sampleLines(sent: JsonValue): Recorded {
  const runs = member(sent, 'toModels');
  const response = member(sent, 'toServer');
  if (!Array.isArray(runs)) return { kind: 'json', value: sent };
  return lines([
    ...runs.map((run) => {
      const at = member(run, 'at');
      return line(
        t('records.value.model'),
        t('records.value.run', {
          model: text(member(run, 'model')),
          provider: text(member(run, 'provider')),
          time: typeof at === 'number' ? formatMoment(at) : '',
        }),
      );
    }),
    ...(response === undefined || response === null
      ? []
      : [line(t('records.value.response'), responseText(member(response, 'content')))]),
  ]);
}

/** Of the request, before a model had it, and of what it wrote. */
function sampleChanges(changed: JsonValue | null, sent: JsonValue | null): readonly Change[] | null {
  const runs = member(sent, 'toModels');
  const lastRun = Array.isArray(runs) ? runs.at(-1) : undefined;
  const request = member(changed, 'request') ?? member(lastRun, 'changed');
  const answer = member(changed, 'answer');
  const ofRequest = request === undefined || request === null ? [] : changesIn(request, requestLabel);
  if (ofRequest === null) return null;
  if (!isObject(answer)) return ofRequest;
  const to = own(answer, 'to') === undefined ? member(sent, 'toServer') : own(answer, 'to');
  const from = own(answer, 'from');
  return [
    ...ofRequest,
    {
      what: t('records.value.response'),
      from: responseText(member(from, 'content') ?? from),
      to: responseText(member(to, 'content') ?? to),
    },
  ];
}

function requestLabel(name: string): string {
  switch (name) {
    case 'systemPrompt':
      return t('sampling.request.system');
    case 'messages':
      return t('sampling.request.messages');
    default:
      return name;
  }
}

/** The blocks of a response as text, where they are text. */
function responseText(content: JsonValue | undefined): JsonValue {
  const blocks = Array.isArray(content) ? content : [content ?? null];
  const texts = blocks.map((block) => member(block, 'text'));
  return texts.every((each) => typeof each === 'string') ? texts.join('\n\n') : (content ?? null);
}

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
