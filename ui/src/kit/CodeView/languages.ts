import type { LanguageSupport, StreamParser } from '@codemirror/language';

/** Loads a language written for the older editor. */
async function legacy(parser: Promise<StreamParser<unknown>>): Promise<LanguageSupport> {
  const [{ LanguageSupport: Support, StreamLanguage }, mode] = await Promise.all([
    import('@codemirror/language'),
    parser,
  ]);
  return new Support(StreamLanguage.define(mode));
}

const clike = (name: 'c' | 'cpp' | 'csharp' | 'dart' | 'java' | 'kotlin' | 'objectiveC' | 'scala') =>
  legacy(import('@codemirror/legacy-modes/mode/clike').then((modes) => modes[name]));

/** Each language is a file of its own, loaded when a text in it is first shown. */
const LOADERS = {
  c: () => clike('c'),
  clojure: () => legacy(import('@codemirror/legacy-modes/mode/clojure').then((mode) => mode.clojure)),
  cmake: () => legacy(import('@codemirror/legacy-modes/mode/cmake').then((mode) => mode.cmake)),
  cpp: () => clike('cpp'),
  csharp: () => clike('csharp'),
  css: () => import('@codemirror/lang-css').then(({ css }) => css()),
  dart: () => clike('dart'),
  diff: () => legacy(import('@codemirror/legacy-modes/mode/diff').then((mode) => mode.diff)),
  dockerfile: () =>
    legacy(import('@codemirror/legacy-modes/mode/dockerfile').then((mode) => mode.dockerFile)),
  erlang: () => legacy(import('@codemirror/legacy-modes/mode/erlang').then((mode) => mode.erlang)),
  go: () => legacy(import('@codemirror/legacy-modes/mode/go').then((mode) => mode.go)),
  groovy: () => legacy(import('@codemirror/legacy-modes/mode/groovy').then((mode) => mode.groovy)),
  haskell: () => legacy(import('@codemirror/legacy-modes/mode/haskell').then((mode) => mode.haskell)),
  html: () => import('@codemirror/lang-html').then(({ html }) => html()),
  java: () => clike('java'),
  javascript: () => import('@codemirror/lang-javascript').then(({ javascript }) => javascript({ jsx: true })),
  json: () => import('@codemirror/lang-json').then(({ json }) => json()),
  julia: () => legacy(import('@codemirror/legacy-modes/mode/julia').then((mode) => mode.julia)),
  kotlin: () => clike('kotlin'),
  latex: () => legacy(import('@codemirror/legacy-modes/mode/stex').then((mode) => mode.stex)),
  lisp: () => legacy(import('@codemirror/legacy-modes/mode/commonlisp').then((mode) => mode.commonLisp)),
  lua: () => legacy(import('@codemirror/legacy-modes/mode/lua').then((mode) => mode.lua)),
  markdown: () => import('@codemirror/lang-markdown').then(({ markdown }) => markdown()),
  nginx: () => legacy(import('@codemirror/legacy-modes/mode/nginx').then((mode) => mode.nginx)),
  objectiveC: () => clike('objectiveC'),
  perl: () => legacy(import('@codemirror/legacy-modes/mode/perl').then((mode) => mode.perl)),
  powershell: () =>
    legacy(import('@codemirror/legacy-modes/mode/powershell').then((mode) => mode.powerShell)),
  properties: () =>
    legacy(import('@codemirror/legacy-modes/mode/properties').then((mode) => mode.properties)),
  protobuf: () => legacy(import('@codemirror/legacy-modes/mode/protobuf').then((mode) => mode.protobuf)),
  python: () => import('@codemirror/lang-python').then(({ python }) => python()),
  r: () => legacy(import('@codemirror/legacy-modes/mode/r').then((mode) => mode.r)),
  ruby: () => legacy(import('@codemirror/legacy-modes/mode/ruby').then((mode) => mode.ruby)),
  rust: () => import('@codemirror/lang-rust').then(({ rust }) => rust()),
  scala: () => clike('scala'),
  shell: () => legacy(import('@codemirror/legacy-modes/mode/shell').then((mode) => mode.shell)),
  sql: () => import('@codemirror/lang-sql').then(({ sql }) => sql()),
  swift: () => legacy(import('@codemirror/legacy-modes/mode/swift').then((mode) => mode.swift)),
  toml: () => legacy(import('@codemirror/legacy-modes/mode/toml').then((mode) => mode.toml)),
  typescript: () =>
    import('@codemirror/lang-javascript').then(({ javascript }) =>
      javascript({ jsx: true, typescript: true }),
    ),
  vb: () => legacy(import('@codemirror/legacy-modes/mode/vb').then((mode) => mode.vb)),
  xml: () => import('@codemirror/lang-xml').then(({ xml }) => xml()),
  yaml: () => import('@codemirror/lang-yaml').then(({ yaml }) => yaml()),
} satisfies Record<string, () => Promise<LanguageSupport>>;

/** A language whose words have colours. */
export type LanguageName = keyof typeof LOADERS;

/** All of them. */
export const LANGUAGES = Object.keys(LOADERS) as LanguageName[];

/** Loads a language. */
export const loadLanguage = (name: LanguageName): Promise<LanguageSupport> => LOADERS[name]();
