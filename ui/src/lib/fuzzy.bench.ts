import { bench, describe } from 'vitest';
import { findBest, fuzzy } from './fuzzy';

// `npx vitest bench src/lib`: a key press has to be answered within 50 ms. No test measures time.
const WORDS = [
  'search',
  'create',
  'issue',
  'file',
  'read',
  'weather',
  'calendar',
  'invoice',
  'branch',
  'merge',
];
const word = (n: number): string => WORDS[n % WORDS.length] ?? '';
const THINGS = Array.from({ length: 50_000 }, (_, n) => [
  `${word(n)} ${word(n * 7 + 3)} ${n}`,
  `Server ${n % 40}`,
  `${word(n)}_${word(n * 7 + 3)}_${n}`,
]);

const index = fuzzy(THINGS, (texts) => texts);

describe('50,000 things', () => {
  for (const query of ['s', 'sea', 'search fil', 'srch fil 49', 'zzzz'])
    bench(`find “${query}”`, () => {
      findBest([index], query, 8);
    });
  bench('prepare', () => {
    fuzzy(THINGS, (texts) => texts);
  });
});
