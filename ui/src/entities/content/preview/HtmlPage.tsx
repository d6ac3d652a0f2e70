import { useMemo, useState, type ReactNode } from 'react';
import { Button } from '../../../kit/controls';
import { Note } from '../../../kit/Note';
import { styleNonce } from '../../../lib/nonce';
import { visibleString } from '../../../lib/visible';
import { t } from '../../../words/translate';
import { inertPage } from './inertPage';
import styles from './preview.module.css';

interface HtmlPageProps {
  text: string;
  label: string;
  /** What is shown until the person asks for the page, and where there is none. */
  instead: ReactNode;
}

/** A page a server wrote. It takes memory and time as it likes, so that it is drawn only when the person asks for it. */
export default function HtmlPage({ text, label, instead }: HtmlPageProps): ReactNode {
  const [asked, setAsked] = useState<string | null>(null);
  if (asked === text) return <Page text={text} label={label} instead={instead} />;
  return (
    <div className={styles['stack']} data-fill>
      <Note
        icon="info"
        actions={
          <Button size="xs" onClick={() => setAsked(text)}>
            {t('content.preview.showPage')}
          </Button>
        }
      >
        {t('content.preview.pageOnRequest')}
      </Note>
      {instead}
    </div>
  );
}

/** The page, in a frame of its own origin that runs nothing, fetches nothing and leads nowhere. */
function Page({ text, label, instead }: HtmlPageProps): ReactNode {
  const page = useMemo(() => inertPage(text, styleNonce()), [text]);
  if (page.kind !== 'page')
    return (
      <div className={styles['stack']} data-fill>
        <Note icon="info">
          {page.kind === 'tooComplex'
            ? t('content.preview.tooComplex', { format: 'HTML' })
            : t('content.preview.unstable')}
        </Note>
        {instead}
      </div>
    );
  return (
    <iframe
      className={styles['frame']}
      title={t('content.preview.pageOf', { name: visibleString(label) })}
      sandbox=""
      allow=""
      referrerPolicy="no-referrer"
      srcDoc={page.html}
    />
  );
}
