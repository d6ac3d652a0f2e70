import { expect, it } from 'vitest';
import { languageOf, loadCatalogue, localeOf } from './languages';
import { pseudoText } from './pseudo';
import { setLanguage, t } from './translate';

it('takes the chosen language, else the first of the system with a catalogue', () => {
  const check = (setting: string, system: string[], language: string, locale: string) => {
    const found = languageOf(setting, system);
    expect([found, localeOf(found, system)], `${setting} on a system in ${system.join(', ')}`).toEqual([
      language,
      locale,
    ]);
  };
  check('system', ['fr-FR', 'de-AT', 'en-GB'], 'de', 'de-AT');
  check('system', ['fr-FR'], 'en', 'en');
  check('en', ['de-AT', 'en-GB'], 'en', 'en-GB');
  check('de', ['en-GB'], 'de', 'de');
  check('en-XA', ['en-GB'], 'en-XA', 'en');
  check('unknown', ['en-GB'], 'en', 'en-GB');
});

it('changes the language of every text', async () => {
  setLanguage('de', await loadCatalogue('de'));
  expect([t('common.cancel'), document.documentElement.lang], 'texts and the page are German').toEqual([
    'Abbrechen',
    'de',
  ]);
});

it('alters the literal parts of a message only', () => {
  expect(
    pseudoText('{count, plural, one {# tool of <b>{name}</b>} other {# tools}}'),
    'parameters, plurals and tags stay',
  ).toBe('{count,plural,one{# töööļ ööf <b>{name}</b>} other{# töööļš}}\u{200F}');
});
