import type {
  ActionIconFactory,
  AutocompleteFactory,
  ButtonFactory,
  CheckboxFactory,
  ComboboxFactory,
  DrawerFactory,
  ExtendComponent,
  FactoryPayload,
  InputFactory,
  InputWrapperFactory,
  MantineThemeComponent,
  MantineThemeComponents,
  MenuFactory,
  ModalFactory,
  MultiSelectFactory,
  NotificationFactory,
  PillFactory,
  PopoverFactory,
  ProgressFactory,
  SegmentedControlFactory,
  SelectFactory,
  SwitchFactory,
  TabsFactory,
  TooltipFactory,
} from '@mantine/core';
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

/** The same as the `extend` of a component, without loading the component: most are not on the first screen. */
const styled = <Factory extends FactoryPayload>(parts: ExtendComponent<Factory>): MantineThemeComponent =>
  parts;

const choices = { dropdown: css.dropdown, option: css.option };

/** Mantine's components in our sizes and classes. */
export const components: MantineThemeComponents = {
  Button: styled<ButtonFactory>({
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
  ActionIcon: styled<ActionIconFactory>({
    defaultProps: { size: 'sm', variant: 'subtle' },
    classNames: { root: css.iconButton },
    vars: (_, { size }) => ({ root: { '--ai-size': height(size) } }),
  }),
  Input: styled<InputFactory>({
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
  InputWrapper: styled<InputWrapperFactory>({
    classNames: { label: css.fieldLabel, description: css.fieldHelp, error: css.fieldError },
  }),
  Switch: styled<SwitchFactory>({
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
  Checkbox: styled<CheckboxFactory>({ classNames: { input: css.checkbox, icon: css.checkboxIcon } }),
  SegmentedControl: styled<SegmentedControlFactory>({
    defaultProps: { size: 'sm' },
    classNames: {
      root: css.segments,
      indicator: css.segmentsIndicator,
      control: css.segmentsControl,
      label: css.segmentsLabel,
    },
    vars: () => ({ root: { '--sc-font-size': 'var(--fs-12)', '--sc-padding': '0 var(--s-2)' } }),
  }),
  Tabs: styled<TabsFactory>({ classNames: { list: css.tabsList, tab: css.tab } }),
  Tooltip: styled<TooltipFactory>({
    defaultProps: {
      openDelay: 400,
      multiline: true,
      maw: 360,
      events: { hover: true, focus: true, touch: false },
    },
    classNames: { tooltip: css.tooltip },
  }),
  // A popover stays where its button is, also where sizes are not known.
  Popover: styled<PopoverFactory>({
    defaultProps: { hideDetached: false, transitionProps: { duration: 90 } },
    classNames: { dropdown: css.dropdown },
  }),
  Menu: styled<MenuFactory>({
    defaultProps: {
      shadow: 'md',
      offset: 4,
      transitionProps: { duration: 90 },
      // It would be an empty child of the menu that is no line of it; the first line takes the focus.
      withInitialFocusPlaceholder: false,
    },
    classNames: { dropdown: css.dropdown, item: css.option },
  }),
  Combobox: styled<ComboboxFactory>({ classNames: choices }),
  Select: styled<SelectFactory>({ defaultProps: { withAlignedLabels: true }, classNames: choices }),
  MultiSelect: styled<MultiSelectFactory>({ defaultProps: { withAlignedLabels: true }, classNames: choices }),
  Autocomplete: styled<AutocompleteFactory>({ classNames: choices }),
  Progress: styled<ProgressFactory>({ classNames: { root: css.progress, section: css.progressSection } }),
  Pill: styled<PillFactory>({ classNames: { root: css.pill } }),
  Notification: styled<NotificationFactory>({
    classNames: {
      root: css.notification,
      title: css.notificationTitle,
      description: css.notificationText,
    },
  }),
  Modal: styled<ModalFactory>({
    // Below it is room for a message.
    defaultProps: { yOffset: 'max(5dvh, 52px)' },
    classNames: {
      header: css.modalHeader,
      title: css.modalTitle,
      body: css.modalBody,
      content: css.modal,
      overlay: css.overlay,
    },
  }),
  Drawer: styled<DrawerFactory>({
    classNames: { content: css.drawer, title: css.drawerTitle, overlay: css.overlay },
  }),
};
