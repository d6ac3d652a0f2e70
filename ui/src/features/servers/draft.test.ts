import { expect, test } from 'vitest';
import {
  draftFromConfig,
  draftFromPaste,
  emptyDraft,
  inputRows,
  sameDraft,
  takenSecrets,
  toPasted,
  toServerDraft,
  withTitle,
  word,
} from './draft';

test('what was pasted goes to the core as it came', () => {
  const draft = draftFromPaste({
    label: 'github',
    notes: [],
    config: {
      kind: 'stdio',
      command: 'npx',
      args: ['-y', 'a b'],
      env: [{ name: 'TOKEN', value: 'x', looksSecret: true }],
      cwd: null,
      inputs: [],
    },
  });
  expect(toServerDraft(draft)).toEqual({
    label: 'github',
    config: {
      kind: 'stdio',
      command: 'npx',
      args: ['-y', 'a b'],
      env: [{ name: 'TOKEN', secret: true, value: 'x' }],
      cwd: null,
      inputs: [],
    },
    era: 'auto',
  });
});

test('a stored secret that nobody typed anew is kept, one that was typed is replaced', () => {
  const draft = draftFromConfig(
    'Calendar',
    {
      kind: 'http',
      url: 'https://a.example/mcp',
      headers: [
        { name: 'Authorization', value: { kind: 'secret', kept: 'keyring' } },
        { name: 'X-Key', value: { kind: 'secret', kept: 'keyring' } },
      ],
      inputs: [],
    },
    'auto',
  );
  const [first, second] = draft.headers;
  if (first === undefined || second === undefined) throw new Error('two headers');
  const typed = { ...draft, headers: [first, { ...second, value: 'new' }] };
  expect(toServerDraft(typed).config).toEqual({
    kind: 'http',
    url: 'https://a.example/mcp',
    headers: [
      { name: 'Authorization', secret: true, value: null },
      { name: 'X-Key', secret: true, value: 'new' },
    ],
    inputs: [],
  });
});

test('an empty argument is an argument, an empty row is nothing', () => {
  const draft = {
    ...emptyDraft(),
    words: [word('run'), word('')],
    env: [{ id: 'r', name: '', value: '', secret: false, stored: false }],
  };
  expect(toServerDraft(draft).config).toEqual({
    kind: 'stdio',
    command: 'run',
    args: [''],
    env: [],
    cwd: null,
    inputs: [],
  });
});

test('two forms are the same when they say the same', () => {
  expect(sameDraft(emptyDraft(), emptyDraft())).toBe(true);
  expect(sameDraft(emptyDraft(), { ...emptyDraft(), cwd: '/tmp' })).toBe(false);
  expect(sameDraft(emptyDraft(), { ...emptyDraft(), era: 'modern' })).toBe(false);
});

test('the secrets of arguments go to the core as long as something refers to them', () => {
  const draft = draftFromConfig(
    'a',
    {
      kind: 'stdio',
      command: 'npx',
      args: ['--key', '${input:key}', '--other=${input:other}', '${input:key}'],
      env: [],
      cwd: null,
      inputs: [
        { name: 'key', value: { kind: 'secret', kept: 'keyring' } },
        { name: 'gone', value: { kind: 'secret', kept: 'keyring' } },
      ],
    },
    'auto',
  );
  expect(toServerDraft(draft).config).toMatchObject({
    inputs: [
      { name: 'key', secret: true, value: null },
      { name: 'other', secret: true, value: '' },
    ],
  });
});

test('a secret that is typed where another was takes its place', () => {
  const draft = draftFromPaste({
    label: 'a',
    notes: [],
    config: {
      kind: 'stdio',
      command: 'npx',
      args: ['--key', 'typed'],
      env: [],
      cwd: null,
      inputs: [{ name: 'key', value: 'pasted', looksSecret: true }],
    },
  });
  const typed = toPasted(draft);
  if (typed.kind !== 'stdio') throw new Error('a program');
  const inputs = [{ name: 'key', value: 'typed', looksSecret: true }];
  const taken = takenSecrets(draft, { ...typed, args: ['--key', '${input:key}'], inputs });
  expect(inputRows({ ...draft, ...taken }).map((row) => row.value)).toEqual(['typed']);
});

test('every text of a server may refer to a secret', () => {
  const inputs = [{ name: 'tool', value: 'x', looksSecret: true }];
  const row = (name: string, value: string) => ({ name, value, looksSecret: false });
  const names = (config: Parameters<typeof draftFromPaste>[0]['config']) =>
    inputRows(draftFromPaste({ label: '', notes: [], config })).map(({ name, value }) => [name, value]);
  expect(
    names({
      kind: 'stdio',
      command: '${input:tool}/x',
      args: ['${input:a}'],
      env: [row('A', '${input:b} ${input:a}')],
      cwd: '${input:folder}',
      inputs,
    }),
  ).toEqual([
    ['tool', 'x'],
    ['a', ''],
    ['folder', ''],
    ['b', ''],
  ]);
  expect(
    names({
      kind: 'http',
      url: 'https://e.com/${input:tool}',
      headers: [row('Authorization', 'Bearer ${input:key}')],
      inputs,
    }),
  ).toEqual([
    ['tool', 'x'],
    ['key', ''],
  ]);
});

test.each([
  ['', 'http', 'Weather', 'Weather'],
  ['localhost', 'http', ' Weather ', 'Weather'],
  ['localhost', 'http', 'W\u202Eeather', 'W[U+202E]eather'],
  ['localhost', 'http', null, 'localhost'],
  ['localhost', 'http', ' ', 'localhost'],
  ['Mine', 'http', 'Weather', 'Mine'],
  ['', 'stdio', 'Weather', ''],
] as const)('a server called “%s” (%s) that calls itself %s is called %s', (label, kind, title, expected) => {
  const draft = { ...emptyDraft(), label, kind, url: 'http://localhost:3000/mcp' };
  expect(withTitle(draft, title).label).toBe(expected);
});
