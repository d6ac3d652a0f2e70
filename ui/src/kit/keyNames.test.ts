import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['../**/*.tsx', '!../**/*.test.tsx', '!../dev/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('no key is named as on one platform alone', () => {
  const named = Object.entries(sources).filter(([, text]) =>
    /aria-keyshortcuts=["'](?:Control|Meta)|<Kbd>(?:Ctrl|Cmd|⌘)|['"](?:Ctrl|Cmd)\+/u.test(text),
  );
  expect(named.map(([path]) => path)).toEqual([]);
});
