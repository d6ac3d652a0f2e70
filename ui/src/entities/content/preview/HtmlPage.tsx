import { useMemo, type ReactNode } from 'react';
import { styleNonce } from '../../../lib/nonce';
import { visibleString } from '../../../lib/visible';
import { t } from '../../../words/translate';
import { inertPage } from './inertPage';
import styles from './preview.module.css';

interface HtmlPageProps {
  text: string;
  label: string;
}

/** A page a server wrote, in a frame of its own origin that runs nothing, fetches nothing and leads nowhere. */
export default function HtmlPage({ text, label }: HtmlPageProps): ReactNode {
  const page = useMemo(() => inertPage(text, styleNonce()), [text]);
  return (
    <iframe
      className={styles['frame']}
      title={t('content.preview.pageOf', { name: visibleString(label) })}
      sandbox=""
      allow=""
      referrerPolicy="no-referrer"
      srcDoc={page}
    />
  );
}
