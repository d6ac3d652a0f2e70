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
