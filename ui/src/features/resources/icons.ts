import type { IconName } from '../../kit/iconPaths';

/** The host's own drawing for a media type. */
export function typeIcon(mimeType: string | null): IconName {
  const type = (mimeType ?? '').toLowerCase();
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('audio/')) return 'audio';
  if (type.startsWith('text/csv') || type.includes('spreadsheet')) return 'table';
  if (type.includes('json') || type.includes('xml') || type.includes('javascript')) return 'code';
  if (type.startsWith('text/')) return 'fileText';
  return type === '' ? 'resource' : 'file';
}
