import type { ReactNode } from 'react';
import { createTranslator } from 'use-intl/core';
import type { Catalogue } from './catalogue';
import { en } from './en';
import type { Params } from './generated/params';

/** A key of a text. */
export type Key = keyof Params<never>;

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  member: infer All,
) => void
  ? All
  : never;

/** The parameters of a text; of one of several texts, those of all. None, where it takes none. */
type Values<Of extends Key, Tag> = keyof Params<Tag>[Of] | keyof Intersection<Params<Tag>[Of]> extends never
  ? []
  : [values: Intersection<Params<Tag>[Of]>];

interface Translate {
  <Of extends Key>(key: Of, ...values: Values<Of, never>): string;
  /** A text with what its tags draw. */
  rich: <Of extends Key>(key: Of, ...values: Values<Of, (chunks: ReactNode) => ReactNode>) => ReactNode;
  /** A text with what its tags write. */
  markup: <Of extends Key>(key: Of, ...values: Values<Of, (chunks: string) => string>) => string;
}

/*
 * The parameters are typed by what `words-types.js` writes: types that read ICU messages by themselves take the compiler
 * minutes.
 */
const translatorOf = (locale: string, messages: Catalogue) =>
  createTranslator<Record<string, never>>({
    locale,
    messages: messages as never,
    onError: (error) => {
      throw error;
    },
  }) as unknown as Translate;

let current: { locale: string; catalogue: Catalogue; translate: Translate } = {
  locale: 'en',
  catalogue: en,
  translate: translatorOf('en', en),
};

/** Sets the language of all texts; what is already drawn has to be drawn again. */
export function setLanguage(locale: string, catalogue: Catalogue): void {
  document.documentElement.lang = locale;
  // A translator remembers the texts that it has read.
  if (locale === current.locale && catalogue === current.catalogue) return;
  current = { locale, catalogue, translate: translatorOf(locale, catalogue) };
}

/** The locale of dates, numbers and lists, such as `en-GB`. */
export const locale = (): string => current.locale;

/**
 * The text of a key: `t('tools.count', { count: 3 })`.
 *
 * Call it while drawing, never at the top level of a module: the language is not known yet there.
 */
export const t = ((key, ...values) => current.translate(key, ...values)) as Translate;
t.rich = (key, ...values) => current.translate.rich(key, ...values);
t.markup = (key, ...values) => current.translate.markup(key, ...values);
