import { useCallback } from 'react';
import type { EntryKey, JsonValue, RunAs, ToolDetail, ToolHead } from '../../api/generated/contract';
import { createFormState, type FormState } from '../../kit/SchemaForm/formState';
import { inSchemaOrder } from '../../kit/SchemaForm/order';
import { startingValue } from '../../kit/SchemaForm/defaults';
import { isObject, readSentJson, setOwn, type JsonObject, type JsonReading } from '../../lib/json';
import { onSourceGone } from '../../lib/removedSources';
import { withNewest } from '../../lib/boundedMap';
import { createStore, statePart, useStore } from '../../lib/store';
import { refilled, stillMissing, withoutOmitted, type Missing, type Shortened } from '../../words/omitted';
import { t } from '../../words/translate';
import { SentSecrets } from './sentSecrets';

/** The arguments the person has prepared for one tool, in the form or as text. */
export interface Draft {
  view: 'form' | 'json';
  /** The last arguments that could be read. */
  value: JsonValue;
  /** What stands in the JSON view, where it is not simply `value` written out. */
  text: string | null;
  /** What an earlier call was sent and its record does not hold, such as secrets. */
  missing: readonly Missing[];
  /** Where the tool leaves the choice to the person: whether it goes on as a task. */
  runAs: RunAs;
  /** Open sections and half-typed parts of the form. */
  form: FormState;
}

/** The latest drafts: going to another tool and back loses nothing. They may hold secrets, and go with their server. */
const drafts = createStore<ReadonlyMap<string, Draft>>(new Map());

/** So many are kept. */
const KEPT = 50;

/** Keeps a draft, as the latest. */
function keep(key: string, make: (before: Draft | undefined) => Draft): void {
  drafts.set((all) => withNewest(all, key, make(all.get(key)), KEPT));
}

onSourceGone((sourceId) => {
  const isKept = (key: string): boolean => !key.startsWith(toolKey(sourceId, ''));
  drafts.set((all) => new Map([...all].filter(([key]) => isKept(key))));
  for (const key of started().keys()) if (!isKept(key)) started().delete(key);
});

export function toolKey(serverId: string, name: string): string {
  return `${serverId}\n${name}`;
}

/** A tool as a bookmark names it. */
export const toolEntry = ({ serverId, name }: Pick<ToolHead, 'serverId' | 'name'>): EntryKey => ({
  serverId,
  list: 'tools',
  key: name,
});

export function schemaOf(tool: ToolDetail): JsonObject {
  return isObject(tool.inputSchema) ? tool.inputSchema : {};
}

/** What a form of this tool starts with. */
function freshDraft(tool: ToolDetail): Draft {
  const schema = schemaOf(tool);
  const value = tool.schemaProblem === null ? (startingValue(schema, schema) ?? {}) : {};
  return {
    view: tool.schemaProblem === null ? 'form' : 'json',
    value,
    text: null,
    missing: [],
    runAs: 'call',
    form: createFormState(),
  };
}

const started = statePart(() => new Map<string, Draft>());

/** A draft nobody has touched yet: the same object each time, so that reading it changes nothing. */
function startOf(key: string, tool: ToolDetail): Draft {
  let draft = started().get(key);
  if (draft === undefined) started().set(key, (draft = freshDraft(tool)));
  return draft;
}

export function useDraft(tool: ToolDetail): [Draft, (change: Partial<Draft>) => void] {
  const key = toolKey(tool.head.serverId, tool.head.name);
  const draft = useStore(drafts).get(key) ?? startOf(key, tool);
  const change = useCallback(
    (part: Partial<Draft>) => keep(key, (before) => ({ ...(before ?? startOf(key, tool)), ...part })),
    [key, tool],
  );
  return [draft, change];
}

/** What is chosen for a tool, whatever its arguments are. */
const choices = ({ view, runAs }: Draft): Pick<Draft, 'view' | 'runAs'> => ({ view, runAs });

/** Back to what the schema starts with; the view stays. */
export function resetDraft(tool: ToolDetail): void {
  const key = toolKey(tool.head.serverId, tool.head.name);
  const fresh = freshDraft(tool);
  keep(key, (before) => ({ ...fresh, ...choices(before ?? fresh) }));
}

/** Takes over the arguments of an earlier call, as far as they are stored, and yields them. */
export function adoptArguments(tool: ToolDetail, value: JsonValue): Shortened {
  const key = toolKey(tool.head.serverId, tool.head.name);
  const fresh = freshDraft(tool);
  const { given, missing } = withoutOmitted(value);
  const adopted = { ...fresh, value: given, missing };
  keep(key, (before) => ({ ...adopted, ...choices(before ?? fresh) }));
  return { given, missing };
}

/** Lets go of the secrets of a call that has ended; what was typed since stays, and which ones are gone is said. */
export function dropSecrets(tool: ToolDetail, sent: JsonValue): void {
  const key = toolKey(tool.head.serverId, tool.head.name);
  const before = drafts.get().get(key);
  if (before === undefined) return;
  const secrets = new SentSecrets(schemaOf(tool), sent);
  const { given, missing } = secrets.leave(before.value);
  // What cannot be read was typed since the call was sent.
  const unread = textProblem(before) === null ? null : before.text;
  const text = unread === null ? null : secrets.leaveText(unread);
  if (missing.length === 0 && text === unread) return;
  const others = before.missing.filter(({ name }) => missing.every((gone) => gone.name !== name));
  keep(key, () => ({ ...before, value: given, text, missing: [...others, ...missing] }));
}

/** Takes over the arguments of a call that has ended, and the secrets for it that were entered since. */
export function adoptSent(tool: ToolDetail, sent: Shortened): Shortened {
  const key = toolKey(tool.head.serverId, tool.head.name);
  const before = drafts.get().get(key) ?? startOf(key, tool);
  const given = refilled(sent, before.value);
  const missing = stillMissing(given, sent.missing);
  if (missing.length > 0)
    keep(key, () => ({ ...freshDraft(tool), value: given, missing, runAs: before.runAs }));
  return { given, missing };
}

/** Takes a value over into one argument; the others stay as the person prepared them. */
export function fillArgument(tool: ToolDetail, argument: string, filled: JsonValue): void {
  const key = toolKey(tool.head.serverId, tool.head.name);
  keep(key, (before = startOf(key, tool)) => {
    const value = { ...(isObject(before.value) ? before.value : {}) };
    setOwn(value, argument, filled);
    return { ...before, value, text: null };
  });
}

/** The text of the JSON view. */
export function textOf(tool: ToolDetail, draft: Draft): string {
  const schema = schemaOf(tool);
  return draft.text ?? JSON.stringify(inSchemaOrder(draft.value, schema, schema), null, 2);
}

/** What was read last: one key press asks several times for the same text. */
let lastRead: { text: string; reading: JsonReading } | null = null;

/** Reads the JSON view; arguments are always an object. */
export function readArguments(text: string): JsonReading {
  if (lastRead?.text !== text) lastRead = { text, reading: readObject(text) };
  return lastRead.reading;
}

function readObject(text: string): JsonReading {
  const reading = readSentJson(text);
  if (reading.kind === 'value' && !isObject(reading.value)) {
    return { kind: 'problem', message: t('tools.arguments.notObject'), line: 1, column: 1 };
  }
  return reading;
}

/** Why the JSON view cannot be used as it stands; `null` = it can. */
export function textProblem(draft: Draft): Extract<JsonReading, { kind: 'problem' }> | null {
  if (draft.text === null) return null;
  const reading = readArguments(draft.text);
  return reading.kind === 'problem' ? reading : null;
}

/** One reason not to send. `blocks` = there is nothing that could be sent. */
export interface ArgumentFault {
  field: string;
  message: string;
  blocks: boolean;
}
