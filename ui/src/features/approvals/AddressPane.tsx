import type { ReactNode } from 'react';
import type { Address, AddressWarning } from '../../api/generated/contract';
import { CopyButton } from '../../components/CopyButton';
import { Icon } from '../../components/Icon';
import { Note } from '../../components/Note';
import { VisibleText } from '../../components/VisibleText';
import { WholeAddress } from '../../components/WholeAddress';
import type { ApprovalOf } from './kinds';
import { anotherHost, fullAddress } from './words';

/** An address before it is opened: all of it, what is odd about it, and why it cannot be opened if that is so. */
export function AddressPane({ approval }: { approval: ApprovalOf<'elicitUrl' | 'link'> }): ReactNode {
  const { address } = approval.request;
  return (
    <>
      <AddressView address={address} />
      <Checks approval={approval} />
      {address.refused !== null && (
        <Note tone="bad" role="status">
          {address.refused} You can copy the address and judge for yourself.
        </Note>
      )}
    </>
  );
}

function AddressView({ address }: { address: Address }): ReactNode {
  return (
    <section aria-label="The full address">
      <div className="row approval-head">
        <h3>The full address</h3>
        <span className="t3 fs12">nothing has been fetched from it</span>
        <span className="end">
          <CopyButton label="Copy the address" text={() => fullAddress(address)} />
        </span>
      </div>
      <WholeAddress address={address} />
    </section>
  );
}

/** What the host has found out about the address by looking at it, and only so. */
function Checks({ approval }: { approval: ApprovalOf<'elicitUrl' | 'link'> }): ReactNode {
  const { address } = approval.request;
  const other = anotherHost(approval);
  const warned = (kind: AddressWarning['kind']) => address.warnings.some((warning) => warning.kind === kind);
  if (address.host === '') return null;
  return (
    <dl className="approval-checks" aria-label="What Usher sees in the address">
      {other !== null && (
        <Check tone="lamp" term="Another host">
          The server lives at <code>{other}</code>. Go on only if you expect that.
        </Check>
      )}
      {warned('unencrypted') ? (
        <Check tone="lamp" term="Not encrypted">
          What you type there can be read on the way.
        </Check>
      ) : (
        <Check tone="ok" term="Encrypted">
          https
        </Check>
      )}
      {address.warnings.map((warning) => (
        <Warning key={warning.kind} warning={warning} />
      ))}
      {!warned('punycode') && !warned('ipAddress') && (
        <Check tone="ok" term="Plain host name">
          no letters of other alphabets, not a bare IP address
        </Check>
      )}
    </dl>
  );
}

function Warning({ warning }: { warning: AddressWarning }): ReactNode {
  switch (warning.kind) {
    case 'punycode':
      return (
        <Check tone="lamp" term="Letters that mislead">
          A browser may show this host as “
          <VisibleText text={warning.looksLike} />
          ”, which can look like another one.
        </Check>
      );
    case 'ipAddress':
      return (
        <Check tone="lamp" term="A bare number">
          The host is an IP address: nothing says whose it is.
        </Check>
      );
    case 'long':
      return (
        <Check tone="lamp" term="Very long">
          Most of it cannot be checked by reading.
        </Check>
      );
    case 'unencrypted':
      return null;
  }
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
    <div className="approval-check">
      <dt className="b">
        <span className={tone}>
          <Icon name={tone === 'ok' ? 'check' : 'warning'} />
        </span>
        {term}
      </dt>
      <dd className="t2 wrap">{children}</dd>
    </div>
  );
}
