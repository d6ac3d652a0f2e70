import type { LanguageName } from '../../kit/CodeView/languages';
import { endingOf, essence, isUntyped } from './mediaType';
import { typeRow } from './types';

const BY_ENDING: Readonly<Record<LanguageName, string>> = {
  c: 'c h',
  clojure: 'clj cljs cljc edn',
  cmake: 'cmake',
  cpp: 'cc cpp cxx hh hpp hxx ino',
  csharp: 'cs',
  css: 'css',
  dart: 'dart',
  diff: 'diff patch',
  dockerfile: 'dockerfile containerfile',
  erlang: 'erl hrl',
  go: 'go',
  groovy: 'groovy gradle',
  haskell: 'hs',
  html: 'html htm xhtml vue svelte',
  java: 'java',
  javascript: 'js mjs cjs jsx',
  json: 'json jsonc json5 geojson ipynb webmanifest',
  julia: 'jl',
  kotlin: 'kt kts',
  latex: 'tex sty cls',
  lisp: 'lisp lsp el',
  lua: 'lua',
  markdown: 'md markdown mdx',
  nginx: 'nginx',
  objectiveC: 'm mm',
  perl: 'pl pm',
  powershell: 'ps1 psm1 psd1',
  properties: 'ini cfg conf properties env editorconfig gitconfig desktop service',
  protobuf: 'proto',
  python: 'py pyi pyw',
  r: 'r',
  ruby: 'rb gemspec rakefile gemfile',
  rust: 'rs',
  scala: 'scala sbt',
  shell: 'sh bash zsh ksh bashrc zshrc profile',
  sql: 'sql',
  swift: 'swift',
  toml: 'toml',
  typescript: 'ts tsx mts cts',
  vb: 'vb vbs bas',
  xml: 'xml xsd xsl xslt svg rss atom plist wsdl csproj',
  yaml: 'yaml yml',
};

const ENDINGS = new Map(
  Object.entries(BY_ENDING).flatMap(([language, endings]) =>
    endings.split(' ').map((ending) => [ending, language as LanguageName]),
  ),
);

/** What a text is written in, by its type, and by the end of its name where the type says nothing. */
export function codeLanguage(mimeType: string | null, uri: string): LanguageName | 'plain' {
  const type = essence(mimeType);
  if (type === 'application/json' || type.endsWith('+json')) return 'json';
  const { language } = typeRow(type);
  if (language !== undefined) return language;
  if (type === 'application/xml' || type.endsWith('+xml')) return 'xml';
  if (!isUntyped(type)) return 'plain';
  return ENDINGS.get(endingOf(uri)) ?? 'plain';
}
