import type { ApprovalRecord, JsonValue } from '../../api/generated/contract';
import { isObject, own, sameJson, text, type JsonObject } from '../../lib/json';
import { formatMoment } from '../../lib/format';
import { withOmittedTexts } from '../../words/omitted';
import { t } from '../../words/translate';
import { draftOf, stopReasonText } from '../sampling/draftAnswer';
import { schemaOf } from './readShown';
import { line, lines, member, type Recorded } from './recorded';

/** What the core stores of an approval, read for a person; where it has another form than it has today, it stays as it is. */

/** What the person made of a value; `undefined` = it was not there. */
export interface Change {
  what: string;
  from: JsonValue | undefined;
  to: JsonValue | undefined;
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

function rootLines(value: JsonValue): Recorded {
  const all = member(value, 'roots');
  if (!Array.isArray(all)) return { kind: 'json', value };
  return lines(all.map((root) => line(text(member(root, 'name')), member(root, 'uri') ?? root)));
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
      return t('common.messages');
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
