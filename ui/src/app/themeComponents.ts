import {
  ActionIcon,
  Autocomplete,
  Button,
  Checkbox,
  Combobox,
  Drawer,
  Input,
  Menu,
  Modal,
  MultiSelect,
  Notification,
  Pill,
  Popover,
  Progress,
  SegmentedControl,
  Select,
  Switch,
  Tabs,
  Tooltip,
} from '@mantine/core';
import type { MantineThemeComponents } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import sheet from './theme.module.css';

type Part =
  | 'button'
  | 'buttonSection'
  | 'checkbox'
  | 'checkboxIcon'
  | 'drawer'
  | 'drawerTitle'
  | 'dropdown'
  | 'fieldError'
  | 'fieldHelp'
  | 'fieldLabel'
  | 'iconButton'
  | 'input'
  | 'modal'
  | 'modalBody'
  | 'modalHeader'
  | 'modalTitle'
  | 'notification'
  | 'notificationText'
  | 'notificationTitle'
  | 'notifications'
  | 'option'
  | 'overlay'
  | 'pill'
  | 'progress'
  | 'progressSection'
  | 'segments'
  | 'segmentsControl'
  | 'segmentsIndicator'
  | 'segmentsLabel'
  | 'switchBody'
  | 'switchHelp'
  | 'switchInput'
  | 'switchLabel'
  | 'switchThumb'
  | 'switchTrack'
  | 'tab'
  | 'tabsList'
  | 'tooltip';

/** Control heights by size: 24, 28 (default), 32 for decisions. */
const HEIGHTS: Record<string, string> = { xs: 'var(--h-sm)', sm: 'var(--h-md)', md: 'var(--h-lg)' };
const height = (size: unknown): string => HEIGHTS[typeof size === 'string' ? size : 'sm'] ?? 'var(--h-md)';

const css = sheet as Readonly<Record<Part, string>>;

const choices = { dropdown: css.dropdown, option: css.option };

/** Mantine's components in our sizes and classes. */
export const components: MantineThemeComponents = {
  Button: Button.extend({
    defaultProps: { size: 'sm', variant: 'default' },
    classNames: { root: css.button, section: css.buttonSection },
    vars: (_, { size }) => ({
      root: {
        '--button-height': height(size),
        '--button-padding-x': size === 'xs' ? 'var(--s-2)' : 'var(--s-3)',
        '--button-fz': size === 'xs' ? 'var(--fs-12)' : 'var(--fs-13)',
      },
    }),
  }),
  ActionIcon: ActionIcon.extend({
    defaultProps: { size: 'sm', variant: 'subtle' },
    classNames: { root: css.iconButton },
    vars: (_, { size }) => ({ root: { '--ai-size': height(size) } }),
  }),
  Input: Input.extend({
    defaultProps: { size: 'sm' },
    classNames: { input: css.input },
    vars: (_, { size }) => ({
      wrapper: {
        '--input-height': height(size),
        '--input-fz': 'var(--fs-13)',
        '--input-padding': 'var(--s-2)',
      },
    }),
  }),
  InputWrapper: Input.Wrapper.extend({
    classNames: { label: css.fieldLabel, description: css.fieldHelp, error: css.fieldError },
  }),
  Switch: Switch.extend({
    defaultProps: { withThumbIndicator: false },
    classNames: {
      input: css.switchInput,
      track: css.switchTrack,
      thumb: css.switchThumb,
      body: css.switchBody,
      label: css.switchLabel,
      description: css.switchHelp,
    },
    vars: () => ({
      root: { '--switch-height': '16px', '--switch-width': '28px', '--switch-thumb-size': '12px' },
    }),
  }),
  Checkbox: Checkbox.extend({ classNames: { input: css.checkbox, icon: css.checkboxIcon } }),
  SegmentedControl: SegmentedControl.extend({
    defaultProps: { size: 'sm' },
    classNames: {
      root: css.segments,
      indicator: css.segmentsIndicator,
      control: css.segmentsControl,
      label: css.segmentsLabel,
    },
    vars: () => ({ root: { '--sc-font-size': 'var(--fs-12)', '--sc-padding': '0 var(--s-2)' } }),
  }),
  Tabs: Tabs.extend({ classNames: { list: css.tabsList, tab: css.tab } }),
  Tooltip: Tooltip.extend({
    defaultProps: {
      openDelay: 400,
      multiline: true,
      maw: 360,
      events: { hover: true, focus: true, touch: false },
    },
    classNames: { tooltip: css.tooltip },
  }),
  // A popover stays where its button is, also where sizes are not known.
  Popover: Popover.extend({
    defaultProps: { hideDetached: false, transitionProps: { duration: 90 } },
    classNames: { dropdown: css.dropdown },
  }),
  Menu: Menu.extend({
    defaultProps: { shadow: 'md', offset: 4, transitionProps: { duration: 90 } },
    classNames: { dropdown: css.dropdown, item: css.option },
  }),
  Combobox: Combobox.extend({ classNames: choices }),
  Select: Select.extend({ classNames: choices }),
  MultiSelect: MultiSelect.extend({ classNames: choices }),
  Autocomplete: Autocomplete.extend({ classNames: choices }),
  Progress: Progress.extend({ classNames: { root: css.progress, section: css.progressSection } }),
  Pill: Pill.extend({ classNames: { root: css.pill } }),
  Notifications: Notifications.extend({ classNames: { root: css.notifications } }),
  Notification: Notification.extend({
    classNames: {
      root: css.notification,
      title: css.notificationTitle,
      description: css.notificationText,
    },
  }),
  Modal: Modal.extend({
    classNames: {
      header: css.modalHeader,
      title: css.modalTitle,
      body: css.modalBody,
      content: css.modal,
      overlay: css.overlay,
    },
  }),
  Drawer: Drawer.extend({
    classNames: { content: css.drawer, title: css.drawerTitle, overlay: css.overlay },
  }),
};
