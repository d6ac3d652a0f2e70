import type { ReactNode } from 'react';
import type { Address, AddressWarning } from '../../api/generated/contract';
import { fullAddress, type AddressParts } from '../../lib/address';
import { MessageText } from '../message/MessageText';
import { CopyButton } from '../../kit/CopyButton';
import { Icon } from '../../kit/Icon';
import { Note } from '../../kit/Note';
import { VisibleText } from '../../kit/VisibleText';
import { WholeAddress } from '../../kit/WholeAddress';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './approval.module.css';

interface AddressPaneProps {
  address: Address;
  /** The server's own host, if the address leads to another one. */
  otherHost: string | null;
  /** Hears that the person copies it. */
  onCopy?: () => void;
}

/** An address before it is opened: all of it, what is odd about it, and why it cannot be opened if that is so. */
export function AddressPane({ address, otherHost, onCopy }: AddressPaneProps): ReactNode {
  return (
    <>
      <AddressView address={address} {...(onCopy && { onCopy })} />
      <Checks address={address} otherHost={otherHost} />
      {address.refused !== null && (
        <Note tone="bad" role="status">
          <MessageText message={address.refused} /> {t('approvals.url.copyInstead')}
        </Note>
      )}
    </>
  );
}

/** What the button that opens an address does, or that there is nothing to open. */
export function OpenHelp({ address }: { address: Address }): ReactNode {
  if (address.refused !== null) return t('approvals.url.help.refused');
  return t.rich('approvals.url.help.open', { host: () => <b className={layout.wrap}>{address.host}</b> });
}

interface AddressViewProps {
  address: AddressParts;
  onCopy?: () => void;
}

/** All of an address, to be read and copied. */
export function AddressView({ address, onCopy }: AddressViewProps): ReactNode {
  const copied = (): string => {
    onCopy?.();
    return fullAddress(address);
  };
  return (
    <section aria-label={t('approvals.url.full')}>
      <div className={cx(layout.row, styles['approval-head'])}>
        <h3>{t('approvals.url.full')}</h3>
        <span className={layout.end}>
          <CopyButton label={t('common.copyUrl')} text={copied} />
        </span>
      </div>
      <WholeAddress address={address} />
    </section>
  );
}

/** What the host has found out about the address by looking at it, and only so. */
function Checks({ address, otherHost }: Omit<AddressPaneProps, 'onCopy'>): ReactNode {
  const warned = (kind: AddressWarning['kind']) => address.warnings.some((warning) => warning.kind === kind);
  if (address.host === '') return null;
  return (
    <dl className={styles['approval-checks']} aria-label={t('approvals.urlCheck.label')}>
      {otherHost !== null && (
        <Check tone="lamp" term={t('approvals.urlCheck.otherHost')}>
          {t.rich('approvals.urlCheck.otherHostHelp', { host: () => <code>{otherHost}</code> })}
        </Check>
      )}
      {!warned('unencrypted') && <Encryption address={address} />}
      {address.warnings.map((warning) => (
        <Warning key={warning.kind} warning={warning} />
      ))}
      {!warned('punycode') && !warned('ipAddress') && (
        <Check tone="ok" term={t('approvals.urlCheck.plainHost')}>
          {t('approvals.urlCheck.plainHostHelp')}
        </Check>
      )}
    </dl>
  );
}

function Warning({ warning }: { warning: AddressWarning }): ReactNode {
  switch (warning.kind) {
    case 'punycode':
      return (
        <Check tone="lamp" term={t('approvals.urlCheck.lookalike')}>
          {t.rich('approvals.urlCheck.lookalikeHelp', {
            host: () => <VisibleText text={warning.looksLike} />,
          })}
        </Check>
      );
    case 'ipAddress':
    case 'long':
      return (
        <Check tone="lamp" term={t(`approvals.urlCheck.${warning.kind}`)}>
          {t(`approvals.urlCheck.${warning.kind}Help`)}
        </Check>
      );
    case 'unencrypted':
      return (
        <Check tone="lamp" term={t('approvals.urlCheck.unencrypted')}>
          {t('approvals.urlCheck.unencryptedHelp')}
        </Check>
      );
  }
}

/** Whether what is sent is encrypted, which is known of https alone. */
function Encryption({ address: { before } }: { address: Address }): ReactNode {
  const scheme = before.split(':', 1)[0] ?? '';
  const isEncrypted = scheme.toLowerCase() === 'https';
  return (
    <Check
      tone={isEncrypted ? 'ok' : 'lamp'}
      term={t(isEncrypted ? 'approvals.urlCheck.encrypted' : 'approvals.urlCheck.otherScheme')}
    >
      <VisibleText text={scheme} />
    </Check>
  );
}

function Check({
  tone,
  term,
  children,
}: {
  tone: 'ok' | 'lamp';
  term: string;
  children: ReactNode;
}): ReactNode {
  return (
    <div className={styles['approval-check']}>
      <dt className={layout.b}>
        <span className={layout[tone]}>
          <Icon name={tone === 'ok' ? 'check' : 'warning'} />
        </span>
        {term}
      </dt>
      <dd className={cx(layout.t2, layout.wrap)}>{children}</dd>
    </div>
  );
}
