// The controls of the window. Screens take them from here, never from Mantine: one of each kind.
export {
  Autocomplete,
  Checkbox,
  Combobox,
  FileButton,
  Menu,
  Popover,
  Select,
  Switch,
  Tabs,
  TextInput,
  Textarea,
  useCombobox,
  useComputedColorScheme,
} from '@mantine/core';
export { ActionIcon } from './ActionIcon';
export { Button } from './Button';
export type { ButtonProps } from './Button';
export { LinkButton, TextLink } from './LinkButton';
export { Modal } from './Modal';
export { NumberField } from './NumberField';
export { PasswordField } from './PasswordField';
export { Segments, Toggles } from './Segments';
export { Tooltip } from './Tooltip';
export { ViewSwitch } from './ViewSwitch';
