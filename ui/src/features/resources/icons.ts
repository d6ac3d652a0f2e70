import { codeLanguage } from '../../entities/content/codeLanguage';
import { essence } from '../../entities/content/mediaType';
import type { IconName } from '../../kit/iconPaths';
import { typeOf } from './entryType';
import { kindOfType } from './kinds';
import type { ResourceEntry } from './rows';

const ARCHIVE = /zip|x-tar$|7z-compressed|[.-]rar|x-xz$|zstd|java-archive/;

/** The host's own drawing for an entry, by the media type it is listed with. */
export function entryIcon(entry: ResourceEntry): IconName {
  if (entry.kind === 'template') return 'template';
  return typeIcon(essence(typeOf(entry)?.type ?? null));
}

function typeIcon(type: string): IconName {
  const kind = kindOfType(type);
  switch (kind) {
    case 'image':
    case 'document':
      return kind;
    case 'media':
      return type.startsWith('video/') ? 'video' : 'audio';
    case 'data':
      return /json|xml|yaml|toml/.test(type) && !type.includes('sheet') ? 'code' : 'table';
    case 'text':
      return ['plain', 'markdown'].includes(codeLanguage(type, '')) ? 'fileText' : 'code';
    case 'template':
    case 'other':
      break;
  }
  if (type === 'inode/directory') return 'folder';
  if (type.startsWith('font/') || /font-|x-font/.test(type)) return 'font';
  if (ARCHIVE.test(type)) return 'archive';
  return type === '' ? 'resource' : 'file';
}
