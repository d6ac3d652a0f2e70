import type { ReactNode } from 'react';
import { VisibleText } from './VisibleText';
import { cx } from '../lib/cx';
import layout from '../styles/layout.module.css';
import styles from './wholeAddress.module.css';

interface WholeAddressProps {
  /** Cut around the host by the core, which read it as a browser would. */
  address: { before: string; host: string; after: string };
}

/** An address that may be opened: all of it, with the host standing out, and no link. */
export function WholeAddress({ address }: WholeAddressProps): ReactNode {
  return (
    <p className={cx(styles['whole-address'], layout.mono)} data-part="whole-address">
      <VisibleText text={address.before} />
      <b>
        <VisibleText text={address.host} />
      </b>
      <VisibleText text={address.after} />
    </p>
  );
}
