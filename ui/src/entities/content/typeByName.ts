import { codeLanguage } from './codeLanguage';
import { endingOf, fileName } from './mediaType';

/** Endings of names, by what they are the usual ending of. Languages of programs are found by `codeLanguage`. */
const ENDINGS: Readonly<Record<string, string>> = {
  'application/epub+zip': 'epub',
  'application/gzip': 'gz tgz',
  'application/java-archive': 'jar',
  'application/json': 'json geojson ipynb webmanifest',
  'application/msword': 'doc',
  'application/pdf': 'pdf',
  'application/toml': 'toml',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.rar': 'rar',
  'application/vnd.sqlite3': 'sqlite sqlite3',
  'application/x-7z-compressed': '7z',
  'application/x-bzip2': 'bz2',
  'application/x-tar': 'tar',
  'application/x-xz': 'xz',
  'application/xml': 'xml xsd xsl xslt rss atom plist wsdl',
  'application/yaml': 'yaml yml',
  'application/zip': 'zip',
  'application/zstd': 'zst',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg oga opus',
  'audio/wav': 'wav',
  'font/otf': 'otf',
  'font/ttf': 'ttf',
  'font/woff': 'woff',
  'font/woff2': 'woff2',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
  'image/heic': 'heic',
  'image/jpeg': 'jpg jpeg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/tiff': 'tif tiff',
  'image/vnd.microsoft.icon': 'ico',
  'image/webp': 'webp',
  'text/css': 'css',
  'text/csv': 'csv',
  'text/html': 'html htm',
  'text/markdown': 'md markdown',
  'text/plain': 'txt text log',
  'text/tab-separated-values': 'tsv',
  'video/mp4': 'mp4 m4v',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
  'video/x-msvideo': 'avi',
};

const BY_ENDING = new Map(
  Object.entries(ENDINGS).flatMap(([type, endings]) => endings.split(' ').map((ending) => [ending, type])),
);

/** What a name says about a type by its ending; `null` = nothing. The host of a web address is no name. */
export function typeByName(uri: string): string | null {
  const path = /^https?:\/\/[^/]*(.*)/is.exec(uri)?.[1] ?? uri;
  const ending = endingOf(path);
  if (ending === '' || ending === fileName(path)) return null;
  const known = BY_ENDING.get(ending);
  if (known !== undefined) return known;
  const language = codeLanguage(null, path);
  return language === 'plain' ? null : `text/x-${language.toLowerCase()}`;
}
