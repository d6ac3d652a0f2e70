import type { ReactNode } from 'react';
import { VisibleText } from '../../kit/VisibleText';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';

interface SignInAddressProps {
  text: 'servers.state.needsSignIn' | 'servers.state.signingIn';
  issuer: string;
}

/** Says that a sign-in is needed or under way, and where. */
export function SignInAddress({ text, issuer }: SignInAddressProps): ReactNode {
  return (
    <>
      <span className={layout.b}>{t(text)}</span>{' '}
      {t.rich('servers.state.signInAt', { issuer: () => <VisibleText text={issuer} /> })}
    </>
  );
}

export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
