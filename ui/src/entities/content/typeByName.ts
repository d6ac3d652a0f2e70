import { codeLanguage } from './codeLanguage';
import { endingOf, fileName } from './mediaType';
import { TYPE_BY_ENDING } from './types';

/** What a name says about a type by its ending; `null` = nothing. The host of a web address is no name. */
export function typeByName(uri: string): string | null {
  const path = /^https?:\/\/[^/]*(.*)/is.exec(uri)?.[1] ?? uri;
  const ending = endingOf(path);
  if (ending === '' || ending === fileName(path)) return null;
  const known = TYPE_BY_ENDING.get(ending);
  if (known !== undefined) return known;
  const language = codeLanguage(null, path);
  return language === 'plain' ? null : `text/x-${language.toLowerCase()}`;
}
