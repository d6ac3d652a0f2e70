import { useEffect, useRef, useState, type ReactNode } from 'react';
import { endedPages } from '../../../api/apps';
import { call } from '../../../api/client';
import type { AppId, Message, OpenedHtml } from '../../../api/generated/contract';
import { useOperation } from '../../../api/queries';
import { Button } from '../../../kit/controls';
import { Note } from '../../../kit/Note';
import { Skeleton } from '../../../kit/Skeleton';
import { notifyError } from '../../../lib/notify';
import { useStore } from '../../../lib/store';
import { visibleString } from '../../../lib/visible';
import { messageText } from '../../../words/message';
import { t } from '../../../words/translate';
import { useAppPlace } from '../../../entities/app/useAppPlace';
import { ErrorNotice } from '../../message/ErrorNotice';
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
  const [ended, setEnded] = useState<Message | null>(null);
  if (asked !== text)
    return (
      <Instead
        instead={instead}
        actions={
          <Button size="xs" onClick={() => setAsked(text)}>
            {t('content.preview.showPage')}
          </Button>
        }
      >
        {ended === null ? t('content.preview.pageOnRequest') : messageText(ended)}
      </Instead>
    );
  const end = (why: Message | null) => {
    setEnded(why);
    setAsked(null);
  };
  return <Page key={text} text={text} label={label} instead={instead} onEnd={end} />;
}

/** Something else than the page, and why. */
function Instead(props: { instead: ReactNode; actions?: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div className={styles['stack']} data-fill>
      <Note icon="info" actions={props.actions}>
        {props.children}
      </Note>
      {props.instead}
    </div>
  );
}

interface PageProps extends HtmlPageProps {
  /** It was closed; `null` = by the person. */
  onEnd: (why: Message | null) => void;
}

/** The page, in a web view of its own in which nothing runs, for as long as this is shown. */
function Page({ text, label, instead, onEnd }: PageProps): ReactNode {
  const name = visibleString(label);
  const [opened, setOpened] = useState<OpenedHtml | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let isShown = true;
    const opening = call('mcpApp.openHtml', { html: text, name });
    opening.then(
      (page) => isShown && setOpened(page),
      (reason: unknown) => isShown && setError(reason),
    );
    return () => {
      isShown = false;
      // One that was not opened needs no end, nor does one that has ended by itself.
      opening.then(({ appId }) => call('mcpApp.stop', { appId })).catch(() => undefined);
    };
  }, [text, name]);
  const why = useStore(endedPages).get(opened?.appId ?? ('' as AppId));
  useEffect(() => {
    if (why !== undefined) onEnd(why);
    // How it is said that it ended is another function each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [why]);
  if (error !== null)
    return (
      <div className={styles['stack']} data-fill>
        <ErrorNotice error={error} />
        {instead}
      </div>
    );
  return (
    <section className={styles['stack']} aria-label={t('content.preview.pageOf', { name })} data-fill>
      <div className={styles['pageHead']}>
        {opened?.inline === true && <EnterButton appId={opened.appId} />}
        <Button size="xs" onClick={() => onEnd(null)}>
          {t('content.preview.closePage')}
        </Button>
      </div>
      {opened === null && <Skeleton rows={4} />}
      {opened?.inline === true && <Slot appId={opened.appId} />}
      {opened?.inline === false && <Note icon="info">{t('content.preview.pageInWindow')}</Note>}
    </section>
  );
}

function EnterButton({ appId }: { appId: AppId }): ReactNode {
  const focus = useOperation('mcpApp.focus', { onError: notifyError });
  return (
    <Button
      size="xs"
      variant="subtle"
      title={t('content.preview.enterPageHelp')}
      onClick={() => focus.mutate({ appId })}
    >
      {t('content.preview.enterPage')}
    </Button>
  );
}

/** Where the page is drawn. The page itself lies over it. */
function Slot({ appId }: { appId: AppId }): ReactNode {
  const slot = useRef<HTMLDivElement>(null);
  const covered = useAppPlace(appId, slot);
  return (
    <div ref={slot} className={styles['frame']} data-part="app-slot">
      {covered && <p className={styles['behind']}>{t('content.preview.pageCovered')}</p>}
    </div>
  );
}
