import { createTranslator } from 'use-intl/core';
import { en } from './en';

/** A part of a catalogue with texts of any language. */
export type Texts<Section> = {
  readonly [Key in keyof Section]: Section[Key] extends string ? string : Texts<Section[Key]>;
};

/** The keys of the English catalogue, with texts of any language. */
export type Catalogue = Texts<typeof en>;

const translatorOf = (locale: string, messages: Catalogue) =>
  createTranslator({
    locale,
    // Keys and parameters are those of English; a test compares the other catalogues with it.
    messages: messages as typeof en,
    onError: (error) => {
      throw error;
    },
  });

type Translate = ReturnType<typeof translatorOf>;

let current: { locale: string; translate: Translate } = { locale: 'en', translate: translatorOf('en', en) };

/** Sets the language of all texts; what is already drawn has to be drawn again. */
export function setLanguage(locale: string, catalogue: Catalogue): void {
  current = { locale, translate: translatorOf(locale, catalogue) };
  document.documentElement.lang = locale;
}

/** The locale of dates, numbers and lists, such as `en-GB`. */
export const locale = (): string => current.locale;

/**
 * The text of a key: `t('tools.count', { count: 3 })`.
 *
 * Call it while drawing, never at the top level of a module: the language is not known yet there.
 */
export const t = ((...args: Parameters<Translate>) => current.translate(...args)) as Translate;
t.rich = ((...args: Parameters<Translate['rich']>) => current.translate.rich(...args)) as Translate['rich'];
t.markup = ((...args: Parameters<Translate['markup']>) =>
  current.translate.markup(...args)) as Translate['markup'];
t.raw = (key) => current.translate.raw(key);
t.has = (key) => current.translate.has(key);
