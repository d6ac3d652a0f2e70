import type {
  ApprovalRecord,
  ClientProgram,
  DeclaredClient,
  JsonValue,
  Message,
  RootFolder,
} from '../../api/generated/contract';
import { startingValue } from '../../kit/SchemaForm/defaults';
import { isObject, own, sameJson, type JsonObject } from '../../lib/json';
import { formatMoment } from '../../lib/format';
import { withOmittedTexts } from '../../words/omitted';
import { t } from '../../words/translate';
import { formSchema } from '../approval/schema';
import type { RecordedAccess } from '../client/AccessSummary';
import { draftOf, stopReasonText, type DraftAnswer } from '../sampling/draftAnswer';
import { withDifferences } from './words';

/** What the core stores of an approval, read for a person; where it has another form than it has today, it stays as it is. */

/** A value with a name a person knows. */
export interface Line {
  what: string;
  value: JsonValue;
}

/** What the person made of a value; `undefined` = it was not there. */
export interface Change {
  what: string;
  from: JsonValue | undefined;
  to: JsonValue | undefined;
}

/** How a part of a record is shown: as the page it was answered on, or in lines; as JSON where it has no form of today. */
export type Recorded =
  | { kind: 'nothing' }
  | { kind: 'lines'; lines: readonly Line[] }
  | { kind: 'arguments'; value: JsonValue }
  | { kind: 'json'; value: JsonValue }
  | { kind: 'form'; message: string; schema: JsonObject; values: JsonValue }
  | { kind: 'values'; schema: JsonValue; values: JsonValue }
  | { kind: 'address'; message: string; url: string }
  | { kind: 'roots'; folders: readonly RecordedFolder[] }
  | { kind: 'call'; schema: JsonObject; arguments: JsonObject }
  | { kind: 'sample'; params: JsonObject }
  | { kind: 'response'; lines: readonly Line[]; answer: DraftAnswer }
  | { kind: 'client'; client: RecordedClient }
  | { kind: 'launch'; differences: readonly Message[]; before: JsonValue; definition: JsonValue };

type RecordedFolder = Pick<RootFolder, 'name' | 'path' | 'uri'>;

/** A client as it was decided about. */
interface RecordedClient {
  program: ClientProgram;
  connectsAs: string;
  declared: Pick<DeclaredClient, 'name' | 'version'> | null;
  access: RecordedAccess;
}

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
        ? { kind: 'values', schema: schemaOf(shown) ?? {}, values: withOmittedTexts(sent) }
        : { kind: 'json', value: sent };
    case 'toolCall':
      return { kind: 'arguments', value: sent };
    case 'roots':
      return rootLines(sent);
    case 'link':
    case 'url':
      return lines([line(t('records.value.url'), member(sent, 'url') ?? sent)]);
    case 'sample':
      return response(sent);
    default:
      return { kind: 'json', value: sent };
  }
}

/** What the person was shown; beside it the raw record has all of it. */
export function shownOf(record: ApprovalRecord): Recorded {
  const shown = askedOf(record);
  switch (record.head.approvalKind) {
    case 'form':
      return form(shown, record.sent);
    case 'url':
    case 'link': {
      const url = member(shown, 'url');
      return typeof url === 'string'
        ? { kind: 'address', message: text(member(shown, 'message')), url }
        : { kind: 'json', value: shown };
    }
    case 'roots':
      return roots(shown);
    case 'toolCall':
      return call(shown, record.sent);
    case 'definition':
      return definitionLines(withDifferences(shown));
    case 'launch':
      return launch(shown);
    case 'client':
      return client(shown);
    case 'signIn':
      return decision(shown);
    case 'sample':
      return isObject(shown) && Array.isArray(shown['messages'])
        ? { kind: 'sample', params: withOmittedTexts(shown) as JsonObject }
        : { kind: 'json', value: shown };
    case 'other':
      return { kind: 'json', value: shown };
  }
}

/** What was asked. Of a request that nobody saw the record has the message as it came. */
function askedOf({ head, shown }: ApprovalRecord): JsonValue {
  const params = member(shown, 'params');
  return head.ending === 'refused' && head.approvalKind !== 'other' && isObject(params) ? params : shown;
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

function schemaOf(shown: JsonValue): JsonObject | null {
  const schema = member(shown, 'requestedSchema');
  return isObject(schema) ? (withOmittedTexts(schema) as JsonObject) : null;
}

/** The form with what was sent, or with what it began with. */
function form(shown: JsonValue, sent: JsonValue | null): Recorded {
  const schema = schemaOf(shown);
  if (schema === null) return { kind: 'json', value: shown };
  const object = formSchema(schema);
  const values = isObject(sent) ? withOmittedTexts(sent) : (startingValue(object, object) ?? {});
  return { kind: 'form', message: text(member(shown, 'message')), schema, values };
}

/** Older records have no schema: each argument is a field of its own. */
function call(shown: JsonValue, sent: JsonValue | null): Recorded {
  const held = isObject(sent) ? sent : member(shown, 'arguments');
  if (!isObject(held)) return { kind: 'json', value: shown };
  const schema = member(shown, 'inputSchema');
  return {
    kind: 'call',
    schema: isObject(schema) ? schema : { type: 'object' },
    arguments: withOmittedTexts(held) as JsonObject,
  };
}

function roots(shown: JsonValue): Recorded {
  const all = member(shown, 'roots');
  if (!Array.isArray(all)) return { kind: 'json', value: shown };
  const folders = all.map((root) => {
    const uri = text(member(root, 'uri'));
    return { uri, path: uri, name: text(member(root, 'name')) };
  });
  return { kind: 'roots', folders };
}

function client(shown: JsonValue): Recorded {
  const [program, profile] = [member(shown, 'program'), member(shown, 'profile')];
  const access = readAccess(profile);
  if (!isObject(program) || access === null) return decision(shown);
  const declared = member(shown, 'declared');
  const script = member(program, 'script');
  return {
    kind: 'client',
    client: {
      program: {
        path: textOrNull(program['path']),
        script: isObject(script) ? { text: text(script['text']), digest: text(script['digest']) } : null,
        parent: textOrNull(program['parent']),
      },
      connectsAs: text(member(shown, 'connectsAs')),
      declared: isObject(declared)
        ? { name: text(declared['name']), version: text(declared['version']) }
        : null,
      access,
    },
  };
}

function readAccess(profile: JsonValue | undefined): RecordedAccess | null {
  const sources = member(profile, 'sources');
  if (!isObject(profile) || !isObject(sources)) return null;
  const only = sources['serverIds'];
  const hidden = profile['hiddenTools'];
  const offering = (name: 'prompts' | 'resources') => (profile[name] === 'hidden' ? 'hidden' : 'offered');
  return {
    sources: Array.isArray(only) ? only.map(text) : 'all',
    hiddenTools: (Array.isArray(hidden) ? hidden : []).map((each) => ({
      serverId: text(member(each, 'serverId')),
      tool: text(member(each, 'tool')),
    })),
    prompts: offering('prompts'),
    resources: offering('resources'),
  };
}

const textOrNull = (value: JsonValue | undefined): string | null =>
  typeof value === 'string' ? value : null;

function launch(shown: JsonValue): Recorded {
  const definition = member(shown, 'definition');
  if (definition === undefined) return decision(shown);
  const differences = member(shown, 'differences');
  return {
    kind: 'launch',
    differences: Array.isArray(differences) ? (differences as unknown as Message[]) : [],
    before: withOmittedTexts(member(shown, 'before') ?? null),
    definition: withOmittedTexts(definition),
  };
}

const decision = (shown: JsonValue): Recorded =>
  isObject(shown)
    ? lines(Object.entries(shown).map(([name, value]) => line(decisionLabel(name), value)))
    : { kind: 'json', value: shown };

function rootLines(value: JsonValue): Recorded {
  const all = member(value, 'roots');
  if (!Array.isArray(all)) return { kind: 'json', value };
  return lines(all.map((root) => line(text(member(root, 'name')), member(root, 'uri') ?? root)));
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
function response(sent: JsonValue): Recorded {
  const runs = member(sent, 'toModels');
  const toServer = member(sent, 'toServer');
  if (!Array.isArray(runs)) return { kind: 'json', value: sent };
  const models = runs.map((run) => {
    const at = member(run, 'at');
    return line(
      t('records.value.model'),
      t('records.value.run', {
        model: text(member(run, 'model')),
        provider: text(member(run, 'provider')),
        time: typeof at === 'number' ? formatMoment(at) : '',
      }),
    );
  });
  if (!isObject(toServer)) return lines(models);
  const content = withOmittedTexts(toServer['content'] ?? []);
  const stopReason = text(toServer['stopReason']);
  return {
    kind: 'response',
    lines: [
      ...models,
      ...(stopReason === '' ? [] : [line(t('sampling.response.stopReason'), stopReasonText(stopReason))]),
    ],
    answer: draftOf({ content: Array.isArray(content) ? content : [content], stopReason }),
  };
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
