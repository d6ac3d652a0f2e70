import type { AppLook } from '../../api/generated/contract';
import { locale } from '../../words/translate';

/** Colours of apps by their standardised names, and the tokens they are taken from. */
const COLORS = {
  'background-primary': '--bg',
  'background-secondary': '--bg-list',
  'background-tertiary': '--bg-sunken',
  'background-inverse': '--text',
  'background-info': '--accent-tint',
  'background-danger': '--danger-tint',
  'background-success': '--ok-tint',
  'background-warning': '--lamp-tint',
  'background-disabled': '--bg-sunken',
  'text-primary': '--text',
  'text-secondary': '--text-2',
  'text-tertiary': '--text-3',
  'text-inverse': '--bg',
  'text-info': '--accent',
  'text-danger': '--danger',
  'text-success': '--ok',
  'text-warning': '--lamp',
  'text-disabled': '--text-3',
  'text-ghost': '--text-3',
  'border-primary': '--line-2',
  'border-secondary': '--line',
  'border-tertiary': '--line',
  'border-inverse': '--text',
  'border-info': '--accent-line',
  'border-danger': '--danger-line',
  'border-success': '--ok-dot',
  'border-warning': '--lamp-line',
  'border-disabled': '--line',
  'ring-primary': '--accent',
  'ring-secondary': '--line-strong',
  'ring-inverse': '--bg',
  'ring-info': '--accent',
  'ring-danger': '--danger-fill',
  'ring-success': '--ok-dot',
  'ring-warning': '--lamp-fill',
} as const;

/** Other variables, and the tokens they are taken from. */
const OTHERS = {
  '--font-sans': '--font-system',
  '--font-mono': '--font-mono',
  '--font-text-xs-size': '--fs-11',
  '--font-text-sm-size': '--fs-12',
  '--font-text-md-size': '--fs-13',
  '--font-text-lg-size': '--fs-15',
  '--font-text-xs-line-height': '--lh-11',
  '--font-text-sm-line-height': '--lh-12',
  '--font-text-md-line-height': '--lh-13',
  '--font-text-lg-line-height': '--lh-15',
  '--font-heading-xs-size': '--fs-13',
  '--font-heading-sm-size': '--fs-15',
  '--font-heading-md-size': '--fs-18',
  '--font-heading-lg-size': '--fs-24',
  '--font-heading-xs-line-height': '--lh-13',
  '--font-heading-sm-line-height': '--lh-15',
  '--font-heading-md-line-height': '--lh-18',
  '--font-heading-lg-line-height': '--lh-24',
  '--border-radius-xs': '--r-1',
  '--border-radius-sm': '--r-1',
  '--border-radius-md': '--r-2',
  '--border-radius-lg': '--r-3',
  '--border-radius-xl': '--r-4',
  '--shadow-sm': '--shadow-raised',
  '--shadow-md': '--shadow-pop',
} as const;

const FIXED = {
  '--color-background-ghost': 'transparent',
  '--color-border-ghost': 'transparent',
  '--font-weight-normal': '400',
  '--font-weight-medium': '500',
  '--font-weight-semibold': '600',
  '--font-weight-bold': '700',
  '--border-radius-full': '9999px',
  '--border-width-regular': '1px',
} as const;

/** The values of tokens in one colour scheme. */
function tokensOf(scheme: 'light' | 'dark'): (token: string) => string {
  const probe = document.createElement('span');
  probe.dataset['mantineColorScheme'] = scheme;
  probe.hidden = true;
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const tokens = [...Object.values(COLORS), ...Object.values(OTHERS)];
  const values = new Map(tokens.map((token) => [token, style.getPropertyValue(token).trim()]));
  probe.remove();
  return (token) => values.get(token as (typeof tokens)[number]) ?? '';
}

/** The faces that a family of this computer may have, by weight, as local names end. */
const FACES = [
  [400, ''],
  [500, ' Medium'],
  [600, ' SemiBold'],
  [700, ' Bold'],
] as const;

/**
 * A font of this computer under a name of the host's own: its rules, and the list of families that names it first. No
 * font is loaded. `null` = the list names no family, only a kind.
 */
function hostFont(name: string, list: string): { rules: string; list: string } | null {
  const family = /^'?([^',]+)'?,/.exec(list)?.[1];
  // Such a name stands for whatever the system takes.
  if (family === undefined || family.startsWith('-') || family.startsWith('ui-')) return null;
  const rules = FACES.map(
    ([weight, ending]) =>
      `@font-face { font-family: '${name}'; font-weight: ${weight}; src: local('${family}${ending}'); }`,
  );
  return { rules: rules.join('\n'), list: `'${name}', ${list}` };
}

/** How the window looks, for apps that want to look alike. */
export function appLook(theme: 'light' | 'dark'): AppLook {
  const [light, dark] = [tokensOf('light'), tokensOf('dark')];
  const variables: Record<string, string> = { ...FIXED };
  for (const [name, token] of Object.entries(COLORS)) {
    variables[`--color-${name}`] = `light-dark(${light(token)}, ${dark(token)})`;
  }
  for (const [name, token] of Object.entries(OTHERS)) variables[name] = light(token);
  const fonts: string[] = [];
  for (const [variable, name] of [
    ['--font-sans', 'Usher Sans'],
    ['--font-mono', 'Usher Mono'],
  ] as const) {
    const font = hostFont(name, variables[variable] ?? '');
    if (font === null) continue;
    fonts.push(font.rules);
    variables[variable] = font.list;
  }
  return {
    theme,
    variables,
    fonts: fonts.join('\n'),
    locale: locale(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
