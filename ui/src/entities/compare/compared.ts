import { withOmittedTexts } from '../../words/omitted';
import type { CallEnding, HistoryEntry, JsonValue } from '../../api/generated/contract';
import { readJson, sortedJson } from '../../lib/json';
import { messageText } from '../../words/message';
import { promptText } from '../prompt/promptText';

/** What can be compared; the first that both sides have is shown first. */
export const COMPARED = ['structured', 'messages', 'text', 'arguments', 'raw'] as const;

export type ComparedKind = (typeof COMPARED)[number];

/** One of two things that are compared, as texts. */
export interface Compared {
  /** When it was made, Unix ms. */
  at: number;
  texts: Partial<Record<ComparedKind, string>>;
}

/** JSON in lines, the properties in the order of their names, so that equal ones stand beside each other. */
export const inLines = (value: JsonValue): string => JSON.stringify(sortedJson(value), null, 2);

/** A finished call as texts. */
export function comparedCall({ row, outcome: { ending } }: HistoryEntry): Compared {
  return {
    at: row.startedAt,
    texts: { ...textsOf(ending), arguments: inLines(withOmittedTexts(row.arguments)) },
  };
}

function textsOf(ending: CallEnding): Compared['texts'] {
  switch (ending.kind) {
    case 'cancelled':
      return {};
    case 'failed':
      return { text: messageText(ending.error.message) };
    case 'prompt':
      return { messages: promptText(ending, 'markdown'), raw: inLines(ending.raw) };
    case 'read':
      return { raw: inLines(ending.raw) };
    case 'result': {
      const texts = ending.content.flatMap((block) => (block.kind === 'text' ? [block.text] : []));
      return {
        ...(ending.structured === null ? {} : { structured: inLines(ending.structured) }),
        ...(texts.length === 0 ? {} : { text: texts.map(pretty).join('\n\n') }),
        raw: inLines(ending.raw),
      };
    }
  }
}

/** Text that holds JSON in lines, any other as it is. */
function pretty(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  const reading = readJson(text);
  return reading.kind === 'value' ? inLines(reading.value) : text;
}
