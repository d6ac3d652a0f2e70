import type { ApprovalRecord, JsonValue, Message } from '../../api/generated/contract';
import { startingValue } from '../../kit/SchemaForm/defaults';
import { isObject, text, type JsonObject } from '../../lib/json';
import { withOmittedTexts } from '../../words/omitted';
import { t } from '../../words/translate';
import { formSchema } from '../approval/schema';
import type { RecordedAccess } from '../client/AccessSummary';
import { line, lines, member, type Recorded } from './recorded';
import { withDifferences } from './words';

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

/** The schema of a form that was recorded. */
export function schemaOf(shown: JsonValue): JsonObject | null {
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
  const found = member(shown, 'differences');
  return {
    kind: 'launch',
    differences: Array.isArray(found) ? (found as unknown as Message[]) : [],
    before: withOmittedTexts(member(shown, 'before') ?? null),
    definition: withOmittedTexts(definition),
  };
}

const decision = (shown: JsonValue): Recorded =>
  isObject(shown)
    ? lines(Object.entries(shown).map(([name, value]) => line(decisionLabel(name), value)))
    : { kind: 'json', value: shown };

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
