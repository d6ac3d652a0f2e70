import type { Catalogue } from './catalogue';
import { en } from './en';
import { setLanguage } from './translate';

/** Languages with a catalogue. `en-XA` is the pseudo-locale: longer, accented, with right-to-left marks. */
const LANGUAGES = ['en', 'de', 'en-XA'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Picks the language for a setting; `system` takes the first language of the system that has a catalogue. */
export function languageOf(setting: string, system: readonly string[]): Language {
  const known = (tag: string): Language | undefined => LANGUAGES.find((language) => language === tag);
  const chosen = known(setting);
  if (chosen !== undefined) return chosen;
  for (const tag of system) {
    const language = known(tag.split('-')[0] ?? '');
    if (language !== undefined) return language;
  }
  return 'en';
}

/** Picks the locale for dates and numbers: that of the system where it speaks the language. */
export function localeOf(language: Language, system: readonly string[]): string {
  if (language === 'en-XA') return 'en';
  return system.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language;
}

/** Made once: it takes reading every text. */
let pseudoLocale: Catalogue | undefined;

/** Loads a catalogue; English is always there. */
export async function loadCatalogue(language: Language): Promise<Catalogue> {
  switch (language) {
    case 'en':
      return en;
    case 'de':
      return (await import('./de')).de;
    case 'en-XA':
      return (pseudoLocale ??= (await import('./pseudo')).pseudo(en));
  }
}

/** Sets the language of all texts by the setting. What is drawn already has to be drawn again. */
export async function applyLanguage(setting: string): Promise<void> {
  const system = navigator.languages;
  const language = languageOf(setting, system);
  setLanguage(localeOf(language, system), await loadCatalogue(language));
}
