import { Anchor } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../lib/cx';
import styles from './linkButton.module.css';

type LinkButtonProps = ComponentProps<'button'>;

/** A button that looks like a link, within or beside text. */
export function LinkButton({ className, ...rest }: LinkButtonProps): ReactNode {
  return <Anchor component="button" type="button" className={cx(styles.link, className)} {...rest} />;
}

function PlainLink({ className, ...rest }: ComponentProps<'a'>): ReactNode {
  return <Anchor className={cx(styles.link, className)} {...rest} />;
}

/** A link to another screen, in the same look. */
export const TextLink = createLink(PlainLink);
