import type {
  DraftConfig,
  DraftValue,
  EraChoice,
  Message,
  NamedValue,
  PastedServer,
  PastedTransport,
  PastedValue,
  ServerConfig,
  ServerDraft,
} from '../../api/generated/contract';
import { visibleString } from '../../lib/visible';

/** One environment value or header as it stands in the form. */
export interface ValueRow {
  /** Identity of the row, so that typing in one survives the removal of another. */
  id: string;
  name: string;
  value: string;
  secret: boolean;
  /** A secret of this name is stored already; an empty value keeps it. */
  stored: boolean;
}

/** One word of the command. */
export interface Word {
  id: string;
  text: string;
}

/** A server as it stands in the form. Both kinds are kept, so that switching loses nothing. */
export interface Draft {
  label: string;
  kind: 'stdio' | 'http';
  /** The program and its arguments. Never empty: the first word is the program. */
  words: Word[];
  cwd: string;
  env: ValueRow[];
  url: string;
  headers: ValueRow[];
  /** Values of `${input:NAME}` wherever it stands; those that nothing refers to are not sent. */
  inputs: ValueRow[];
  era: EraChoice;
  /** Remarks of the reader of the paste field. */
  notes: Message[];
}

let made = 0;
const freshId = (): string => `row${(made += 1)}`;

export const word = (text: string): Word => ({ id: freshId(), text });

export const emptyRow = (): ValueRow => ({
  id: freshId(),
  name: '',
  value: '',
  secret: false,
  stored: false,
});

export function emptyDraft(): Draft {
  return {
    label: '',
    kind: 'stdio',
    words: [word('')],
    cwd: '',
    env: [],
    url: '',
    headers: [],
    inputs: [],
    era: 'auto',
    notes: [],
  };
}

export function draftFromPaste(server: PastedServer): Draft {
  const { config } = server;
  const inputs = config.inputs.map(fromPasted);
  const base = { ...emptyDraft(), label: server.label, notes: server.notes, inputs };
  if (config.kind === 'http') {
    return { ...base, kind: 'http', url: config.url, headers: config.headers.map(fromPasted) };
  }
  const words = [config.command, ...config.args].map(word);
  return { ...base, words, cwd: config.cwd ?? '', env: config.env.map(fromPasted) };
}

/** A server that goes by its host, if by anything, is called what it calls itself. */
export function withTitle(draft: Draft, title: string | null): Draft {
  const { kind, label, url } = draft;
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  const isNamed = kind !== 'http' || (label.trim() !== '' && label !== host);
  if (isNamed || title === null || title.trim() === '') return draft;
  return { ...draft, label: visibleString(title.trim()) };
}

/** The form of a server that is configured; the built-in one has nothing to edit but its label. */
export function draftFromConfig(
  label: string,
  config: Exclude<ServerConfig, { kind: 'demo' }>,
  era: EraChoice,
): Draft {
  const base = { ...emptyDraft(), label, era, inputs: config.inputs.map(fromStored) };
  if (config.kind === 'http') {
    return { ...base, kind: 'http', url: config.url, headers: config.headers.map(fromStored) };
  }
  const words = [config.command, ...config.args].map(word);
  return { ...base, words, cwd: config.cwd ?? '', env: config.env.map(fromStored) };
}

function fromPasted({ name, value, looksSecret }: PastedValue): ValueRow {
  return { id: freshId(), name, value, secret: looksSecret, stored: false };
}

function fromStored({ name, value }: NamedValue): ValueRow {
  return value.kind === 'plain'
    ? { id: freshId(), name, value: value.value, secret: false, stored: false }
    : { id: freshId(), name, value: '', secret: true, stored: true };
}

/** What goes to the core. Rows left wholly empty are no rows. */
export function toServerDraft(draft: Draft): ServerDraft {
  const label = draft.label.trim();
  const [program, ...args] = draft.words;
  const inputs = inputRows(draft).map(toValue);
  const config: DraftConfig =
    draft.kind === 'http'
      ? { kind: 'http', url: draft.url.trim(), headers: filled(draft.headers).map(toValue), inputs }
      : {
          kind: 'stdio',
          command: program?.text.trim() ?? '',
          args: args.map((arg) => arg.text),
          env: filled(draft.env).map(toValue),
          cwd: draft.cwd.trim() === '' ? null : draft.cwd.trim(),
          inputs,
        };
  return { label, config, era: draft.era };
}

/** A row for each secret that a text of the draft refers to, in their order. */
export function inputRows(draft: Draft): ValueRow[] {
  const values = (rows: ValueRow[]) => rows.map((row) => row.value);
  const texts =
    draft.kind === 'http'
      ? [draft.url, ...values(draft.headers)]
      : [...draft.words.map((one) => one.text), draft.cwd, ...values(draft.env)];
  const found = texts.flatMap((text) =>
    [...text.matchAll(/\$\{input:([\w.-]+)\}/g)].map(([, name = '']) => name),
  );
  return [...new Set(found)].map(
    (name) =>
      draft.inputs.find((row) => row.name === name) ?? {
        id: `input-${name}`,
        name,
        value: '',
        secret: true,
        stored: false,
      },
  );
}

/** What the form holds with the value of one secret replaced. */
export const withInput = (draft: Draft, row: ValueRow): ValueRow[] => [
  ...draft.inputs.filter((one) => one.name !== row.name),
  row,
];

const filled = (rows: ValueRow[]): ValueRow[] => rows.filter((row) => row.name !== '' || row.value !== '');

function toValue({ name, value, secret, stored }: ValueRow): DraftValue {
  return { name: name.trim(), secret, value: secret && stored && value === '' ? null : value };
}

/** Whether a secret is written down in it, so that the keyring matters. */
export function holdsSecret(draft: Draft): boolean {
  const rows = [...(draft.kind === 'http' ? draft.headers : draft.env), ...inputRows(draft)];
  return rows.some((row) => row.secret);
}

/** A draft once it is saved: its secrets are stored and nothing of them stays in the form. */
export function withStoredSecrets(draft: Draft): Draft {
  const stored = (row: ValueRow): ValueRow => (row.secret ? { ...row, value: '', stored: true } : row);
  return {
    ...draft,
    env: draft.env.map(stored),
    headers: draft.headers.map(stored),
    inputs: draft.inputs.map(stored),
  };
}

/** Whether two drafts say the same, whatever their rows are called. */
export function sameDraft(a: Draft, b: Draft): boolean {
  const plain = (draft: Draft) => JSON.stringify([draft.kind, toServerDraft(draft)]);
  return plain(a) === plain(b);
}

/** The parts of a draft that may hold secrets in the open, as the core looks for them. */
export function toPasted(draft: Draft): PastedTransport {
  const named = (rows: ValueRow[]) => rows.map(({ name }) => ({ name, value: '', looksSecret: false }));
  const inputs = named(inputRows(draft));
  const [program, ...args] = draft.words;
  return draft.kind === 'http'
    ? { kind: 'http', url: draft.url.trim(), headers: [], inputs }
    : {
        kind: 'stdio',
        command: program?.text.trim() ?? '',
        args: args.map((arg) => arg.text),
        env: named(draft.env),
        cwd: null,
        inputs,
      };
}

/** What of a draft is replaced by references, and the values that are secrets from then on. */
export function takenSecrets(draft: Draft, taken: PastedTransport): Partial<Draft> {
  const added = (rows: PastedValue[]) => rows.filter((row) => row.value !== '').map(fromPasted);
  const found = added(taken.inputs);
  const isKept = (row: ValueRow) => found.every((one) => one.name !== row.name);
  const inputs = [...draft.inputs.filter(isKept), ...found];
  if (taken.kind === 'http') return { url: taken.url, inputs };
  const words = draft.words.map((one, index) => ({
    ...one,
    text: index === 0 ? one.text : (taken.args[index - 1] ?? one.text),
  }));
  return { words, env: [...draft.env, ...added(taken.env)], inputs };
}
