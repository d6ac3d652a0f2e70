import {
  ActionIcon,
  Button,
  Input,
  Menu,
  Popover,
  SegmentedControl,
  Switch,
  Tooltip,
  createTheme,
  defaultVariantColorsResolver,
} from '@mantine/core';
import type { CSSVariablesResolver } from '@mantine/core';

/** Control heights by size: 24, 28 (default), 32 for decisions. */
const HEIGHTS: Record<string, string> = { xs: 'var(--h-sm)', sm: 'var(--h-md)', md: 'var(--h-lg)' };
const height = (size: unknown): string => HEIGHTS[typeof size === 'string' ? size : 'sm'] ?? 'var(--h-md)';

/** Mantine with our tokens. The tokens are the source: wherever Mantine has a variable, it points to one. */
export const theme = createTheme({
  fontFamily: 'var(--font-ui)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '16px', md: '20px', lg: '20px', xl: '24px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px' },
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
  components: {
    Button: Button.extend({
      defaultProps: { size: 'sm', variant: 'default' },
      vars: (_, props) => ({
        root: {
          '--button-height': height(props.size),
          '--button-padding-x': props.size === 'md' ? '14px' : props.size === 'xs' ? '8px' : '10px',
          '--button-fz': props.size === 'xs' ? 'var(--fs-12)' : 'var(--fs-13)',
        },
      }),
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { size: 'sm', variant: 'subtle' },
      vars: (_, props) => ({ root: { '--ai-size': height(props.size) } }),
    }),
    Input: Input.extend({
      defaultProps: { size: 'sm' },
      vars: (_, props) => ({
        wrapper: {
          '--input-height': height(props.size),
          '--input-fz': 'var(--fs-13)',
          '--input-padding': '8px',
        },
      }),
    }),
    Switch: Switch.extend({ defaultProps: { withThumbIndicator: false } }),
    SegmentedControl: SegmentedControl.extend({
      defaultProps: { size: 'sm' },
      vars: () => ({ root: { '--sc-font-size': 'var(--fs-12)', '--sc-padding': '0 9px' } }),
    }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 400, multiline: true, maw: 360 } }),
    // A popover stays where its button is, also where sizes are not known.
    Popover: Popover.extend({ defaultProps: { hideDetached: false, transitionProps: { duration: 90 } } }),
    Menu: Menu.extend({ defaultProps: { shadow: 'md', offset: 4, transitionProps: { duration: 90 } } }),
  },
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
