import { createTheme, defaultVariantColorsResolver } from '@mantine/core';
import type { CSSVariablesResolver } from '@mantine/core';
import { components } from './themeComponents';

/** Mantine with our tokens. The tokens are the source: wherever Mantine has a variable, it points to one. */
export const theme = createTheme({
  fontFamily: 'var(--font-ui)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: {
    xs: 'var(--fs-11)',
    sm: 'var(--fs-12)',
    md: 'var(--fs-13)',
    lg: 'var(--fs-15)',
    xl: 'var(--fs-18)',
  },
  lineHeights: {
    xs: 'var(--lh-11)',
    sm: 'var(--lh-12)',
    md: 'var(--lh-13)',
    lg: 'var(--lh-15)',
    xl: 'var(--lh-18)',
  },
  spacing: { xs: 'var(--s-1)', sm: 'var(--s-2)', md: 'var(--s-3)', lg: 'var(--s-4)', xl: 'var(--s-6)' },
  radius: { xs: 'var(--r-1)', sm: 'var(--r-2)', md: 'var(--r-3)', lg: 'var(--r-4)' },
  defaultRadius: 'sm',
  colors: {
    petrol: [
      '#eaf4f6',
      '#cfe5ea',
      '#a9cfd8',
      '#84c3d2',
      '#58b9d0',
      '#2f95ad',
      '#177d95',
      '#0b677d',
      '#095364',
      '#073f4c',
    ],
  },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'default',
  focusRing: 'auto',
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    if (input.color === 'danger') {
      return {
        background: input.variant === 'subtle' ? 'transparent' : 'var(--bg-raised)',
        hover: 'var(--danger-tint)',
        color: 'var(--danger)',
        border: input.variant === 'subtle' ? '1px solid transparent' : '1px solid var(--line-2)',
      };
    }
    if (input.variant === 'filled') {
      return {
        background: 'var(--accent-fill)',
        hover: 'color-mix(in srgb, var(--accent-fill) 92%, white)',
        color: 'var(--on-accent)',
        border: '1px solid transparent',
      };
    }
    if (input.variant === 'subtle') {
      return {
        background: 'transparent',
        hover: 'var(--hover)',
        color: input.color === 'accent' ? 'var(--accent)' : 'var(--text-2)',
        border: '1px solid transparent',
      };
    }
    return colors;
  },
  components,
});

const shared = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-2)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-default': 'var(--bg-raised)',
  '--mantine-color-default-border': 'var(--line-2)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-primary-color-filled': 'var(--accent-fill)',
  '--mantine-primary-color-filled-hover': 'var(--accent-fill)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-color-disabled': 'var(--bg-sunken)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-shadow-md': 'var(--shadow-pop)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--mantine-line-height': 'var(--lh-13)' },
  light: shared,
  dark: shared,
});
