/** Texts of comparing two results or two answers to a prompt. */
export const compare = {
  with: 'Compare with another run…',
  title: 'Compare “{name}”',
  choose: 'Other runs of “{name}”',
  none: 'No other run yet',
  what: 'What is compared',
  kind: {
    structured: 'Structured',
    text: 'Text',
    messages: 'Messages',
    arguments: 'Arguments',
    raw: 'Raw JSON',
  },
  older: 'Older: {time}',
  newer: 'Newer: {time}',
  same: 'No differences',
  places: '{count, plural, one {# difference} other {# differences}}',
  onlyChanges: 'Collapse equal lines',
} as const;
