import type { ReactNode } from 'react';
import type { Address, AddressWarning, ThemedIcon } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { CopyButton } from '../../components/CopyButton';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Icon } from '../../components/Icon';
import { Note } from '../../components/Note';
import { Quote } from '../../components/Quote';
import { VisibleText } from '../../components/VisibleText';
import { WholeAddress } from '../../components/WholeAddress';
import { AnswerButton } from './AnswerButton';
import type { AskOf } from './kinds';
import { useAnswering } from './useAnswering';
import { anotherHost, fullAddress } from './words';

interface UrlAskProps {
  ask: AskOf<'elicitUrl'>;
  icon: ThemedIcon | null;
}

/** A page the server wants opened. It opens in the person's own browser, never here, and only from this button. */
export function UrlAsk({ ask, icon }: UrlAskProps): ReactNode {
  const { message, address, visitedAt, callFailed } = ask.question;
  const { armed, send, error } = useAnswering(ask);
  const visit = useOperation('ask.visit');
  const open = (): void => {
    if (armed && !visit.isPending) visit.mutate({ askId: ask.id });
  };
  const visited = visitedAt !== null;
  return (
    <>
      <div className="ask-fields scrolls">
        <Quote server={{ label: ask.serverLabel, icon }} block text={message} />
        <AddressView address={address} />
        <Checks ask={ask} />
        {address.refused !== null && (
          <Note tone="bad" role="status">
            {address.refused} You can decline, or copy the address and judge for yourself.
          </Note>
        )}
        {visit.isError && <ErrorNotice error={visit.error} />}
        {error !== null && <ErrorNotice error={error} />}
        <Steps at={visited ? 2 : 1} callFailed={callFailed} />
      </div>
      <footer className="host-foot">
        {!visited && (
          <AnswerButton armed={armed} color="danger" shortcut="D" onClick={() => send({ kind: 'decline' })}>
            Decline
          </AnswerButton>
        )}
        <AnswerButton armed={armed} variant="subtle" shortcut="C" onClick={() => send({ kind: 'cancel' })}>
          {visited ? 'Stop waiting' : 'Cancel'}
        </AnswerButton>
        <span className="host-why grow">
          {visited ? (
            'Come back here when you are done on the page.'
          ) : (
            <>
              Opens <b className="wrap">{address.host}</b> in your default browser
            </>
          )}
        </span>
        {visited && (
          <AnswerButton armed={armed} onClick={open}>
            Open again
          </AnswerButton>
        )}
        {visited ? (
          <AnswerButton armed={armed} variant="filled" onClick={() => send({ kind: 'visited' })}>
            Done
          </AnswerButton>
        ) : (
          <AnswerButton armed={armed && address.refused === null} variant="filled" onClick={open}>
            Open in browser
          </AnswerButton>
        )}
      </footer>
    </>
  );
}

function AddressView({ address }: { address: Address }): ReactNode {
  return (
    <section aria-label="The full address">
      <div className="row ask-head">
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
function Checks({ ask }: { ask: AskOf<'elicitUrl'> }): ReactNode {
  const { address } = ask.question;
  const other = anotherHost(ask);
  const warned = (kind: AddressWarning['kind']) => address.warnings.some((warning) => warning.kind === kind);
  if (address.host === '') return null;
  return (
    <dl className="ask-checks" aria-label="What Usher sees in the address">
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
    <div className="ask-check">
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

function Steps({ at, callFailed }: { at: 1 | 2; callFailed: boolean }): ReactNode {
  const steps = [
    ['You decide', 'The page opens in your own browser, never inside Usher.'],
    ['Waiting', 'Say when you are done there. You can stop waiting at any time.'],
    callFailed
      ? ['Run it again', 'The call has ended without this. Run the tool again afterwards.']
      : ['The call goes on', 'What you type on the page is between you and that host.'],
  ];
  return (
    <ol className="ask-steps fs12">
      {steps.map(([name, words], index) => (
        <li key={name} aria-current={index + 1 === at ? 'step' : undefined}>
          <span className="bb">
            {index + 1} {name}
          </span>
          <span className="t2">{words}</span>
        </li>
      ))}
    </ol>
  );
}
