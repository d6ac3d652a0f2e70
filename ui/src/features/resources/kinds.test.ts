import { describe, expect, it } from 'vitest';
import type { ServerId } from '../../api/generated/contract';
import { typeOf, typeWords } from './entryType';
import { entryIcon } from './icons';
import { kindOf } from './kinds';
import type { ResourceEntry } from './rows';

const entry = (mimeType: string | null, uri: string, name = uri): ResourceEntry => ({
  kind: 'resource',
  head: {
    serverId: 'demo' as ServerId,
    uri,
    name,
    title: name,
    description: null,
    mimeType,
    sizeBytes: null,
    icon: null,
    annotations: { audience: [], priority: null, lastModified: null },
    subscribed: false,
  },
});

describe('an entry is listed with a kind, an icon and a type', () => {
  it.each([
    ['text/plain', 'a:x', 'text', 'fileText', 'Text'],
    ['text/markdown; charset=utf-8', 'a:x', 'text', 'fileText', 'Markdown'],
    ['text/html', 'a:x', 'text', 'code', 'HTML'],
    ['application/javascript', 'a:x', 'text', 'code', 'JavaScript'],
    ['application/sql', 'a:x', 'text', 'code', 'SQL'],
    ['application/x-sh', 'a:x', 'text', 'code', 'Shell'],
    ['application/pdf', 'a:x', 'document', 'document', 'PDF'],
    [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'a:x',
      'document',
      'document',
      'DOCX',
    ],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'a:x', 'data', 'table', 'XLSX'],
    ['application/epub+zip', 'a:x', 'document', 'document', 'EPUB'],
    ['application/yaml', 'a:x', 'data', 'code', 'YAML'],
    ['text/x-toml', 'a:x', 'data', 'code', 'text/x-toml'],
    ['application/vnd.api+json', 'a:x', 'data', 'code', 'application/vnd.api+json'],
    ['text/csv', 'a:x', 'data', 'table', 'CSV'],
    ['image/svg+xml', 'a:x', 'image', 'image', 'SVG'],
    ['audio/ogg', 'a:x', 'media', 'audio', 'OGG'],
    ['Video/MP4', 'a:x', 'media', 'video', 'MP4'],
    ['application/zip', 'a:x', 'other', 'archive', 'ZIP'],
    ['application/x-tar', 'a:x', 'other', 'archive', 'TAR'],
    ['application/x-font-ttf', 'a:x', 'other', 'font', 'application/x-font-ttf'],
    ['font/woff2', 'a:x', 'other', 'font', 'WOFF2'],
    ['inode/directory', 'a:x', 'other', 'folder', 'Folder'],
    ['application/x-thing', 'a:x.pdf', 'other', 'file', 'application/x-thing'],
    [null, 'file:///a/b.pdf', 'document', 'document', 'PDF (by name)'],
    ['', 'file:///a/b.tar.gz', 'other', 'archive', 'GZIP (by name)'],
    [null, 'file:///a/b.py', 'text', 'code', 'Python (by name)'],
    [null, 'file:///a/b.webm', 'media', 'video', 'WebM (by name)'],
    [null, 'file:///a/b.toml', 'data', 'code', 'TOML (by name)'],
    [null, 'file:///a/b', 'other', 'resource', null],
  ] as const)('%s %s', (mimeType, uri, kind, icon, words) => {
    const one = entry(mimeType, uri);
    const type = typeOf(one);
    expect([kindOf(one), entryIcon(one), type && typeWords(type)]).toEqual([kind, icon, words]);
  });

  it('by its name where its address has no ending', () =>
    expect(typeOf(entry(null, 'db://7', 'photo.JPG'))).toEqual({ type: 'image/jpeg', from: 'name' }));

  it('that says nothing of a template, whose addresses have many endings', () => {
    const template: ResourceEntry = {
      kind: 'template',
      head: { ...entry(null, '').head, uriTemplate: 'a:{x}.json', variables: [] },
    };
    expect([typeOf(template), kindOf(template), entryIcon(template)]).toEqual([null, 'template', 'template']);
  });
});
