import { PasswordInput } from '@mantine/core';
import type { PasswordInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../words/translate';
import { Icon } from './Icon';

const VisibilityIcon = ({ reveal }: { reveal: boolean }): ReactNode => (
  <Icon name={reveal ? 'eyeOff' : 'eye'} size={14} />
);

/** A secret: covered until the person shows it. */
export function PasswordField(props: PasswordInputProps): ReactNode {
  return (
    <PasswordInput
      autoComplete="off"
      visibilityToggleIcon={VisibilityIcon}
      visibilityToggleButtonProps={{ 'aria-label': t('form.showText'), tabIndex: 0 }}
      {...props}
    />
  );
}
