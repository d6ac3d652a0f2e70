import { t } from '../words/translate';

/** The longest line or message that is kept whole. The core cuts a little earlier, and its own words about that stay. */
export const TOLD_CHARACTERS = 17 * 1024;

/** Least room for the words behind what is left of a text. */
const WORDS = 48;

const omitted = (count: number): string => `… ${t('shared.omitted', { count })}`;

/**
 * A text as it is, or the beginning of one that is too long to be kept, with how much is left out. It is never longer
 * than `most` characters, so that what was cut once is not cut again.
 */
export function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = most - Math.max(WORDS, omitted(text.length).length);
  // Half of a pair would be shown as a sign that never stood there.
  const start = text.slice(0, end).replace(/[\uD800-\uDBFF]$/, '');
  // A copy: a part of a text, as engines make it, keeps the whole in memory.
  return structuredClone(`${start}${omitted(text.length - start.length)}`);
}
