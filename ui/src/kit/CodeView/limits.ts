/** Longer texts have no colours, in characters: finding them would take longer than a key press may. */
const COLOURED_MAX = 2_000_000;

/** Longer lines are not broken, in characters, because the place of each break depends on all before it. */
const WRAPPED_LINE_MAX = 10_000;

/** What a text is too long for. */
export interface Limits {
  coloured: boolean;
  wrapped: boolean;
}

/** What can be done with a text without making the person wait. */
export function limitsOf(text: string): Limits {
  const wrapped = longestLine(text) <= WRAPPED_LINE_MAX;
  return { coloured: wrapped && text.length <= COLOURED_MAX, wrapped };
}

function longestLine(text: string): number {
  let longest = 0;
  for (let from = 0; from <= text.length;) {
    const end = text.indexOf('\n', from);
    if (end < 0) return Math.max(longest, text.length - from);
    longest = Math.max(longest, end - from);
    from = end + 1;
  }
  return longest;
}
