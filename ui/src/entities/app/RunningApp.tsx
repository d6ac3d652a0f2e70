import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { AppSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { ActionIcon, Button } from '../../kit/controls';
import { Chip } from '../../kit/Chip';
import { CopyButton } from '../../kit/CopyButton';
import { Icon } from '../../kit/Icon';
import type { IconName } from '../../kit/iconPaths';
import { Note } from '../../kit/Note';
import { notifyError } from '../../lib/notify';
import { cx } from '../../lib/cx';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { PlainText } from '../content/PlainText';
import { OfferedFiles } from './OfferedFiles';
import { useAppPlace } from './useAppPlace';
import layout from '../../styles/layout.module.css';
import styles from './app.module.css';

/** The height an app gets before it has asked for one. */
const FIRST_HEIGHT = 240;

interface RunningAppProps {
  app: AppSnapshot;
  serverLabel: string;
  /** Whether it can be drawn in this window. */
  inline: boolean;
}

/** A running app: whose it is, what can be done with it, and the place it is drawn at. */
export function RunningApp({ app, serverLabel, inline }: RunningAppProps): ReactNode {
  const server = visibleString(serverLabel);
  const place = useOperation('mcpApp.place', { onError: notifyError });
  const showInPage = useOperation('mcpApp.showInPage', { onError: notifyError });
  const stop = useOperation('mcpApp.stop', { onError: notifyError });
  const isApart = app.place.kind === 'ownWindow';
  const stopApp = () => stop.mutate({ appId: app.id });
  return (
    <section className={styles.app} data-part="app" aria-label={t('apps.of', { server })}>
      <div className={styles.head}>
        <span className={cx(layout.b, layout.cut)}>{t('apps.of', { server })}</span>
        {app.violations > 0 && (
          <Chip
            tone="lamp"
            icon="shieldWarning"
            title={app.lastViolations.map((one) => visibleString(t('apps.violation', one))).join('\n')}
          >
            {t('apps.violations', { count: app.violations })}
          </Chip>
        )}
        <span className={layout.end}>
          {!isApart && (
            <HeadButton
              icon="frameOut"
              label={t('apps.openWindow')}
              onClick={() => place.mutate({ appId: app.id, place: { kind: 'ownWindow' } })}
            />
          )}
          <HeadButton icon="stop" label={t('apps.stopOf', { server })} onClick={stopApp} />
        </span>
      </div>
      {app.status === 'notResponding' && (
        <Note
          tone="bad"
          role="alert"
          actions={
            <Button size="xs" onClick={stopApp}>
              {t('apps.stop')}
            </Button>
          }
        >
          {t('apps.notResponding', { server })}
        </Note>
      )}
      {isApart ? (
        <Note
          actions={
            inline && (
              <Button size="xs" onClick={() => showInPage.mutate({ appId: app.id })}>
                {t('apps.showHere')}
              </Button>
            )
          }
        >
          {t('apps.inWindow', { server })}
        </Note>
      ) : (
        <Slot app={app} server={server} />
      )}
      <OfferedFiles appId={app.id} files={app.files} />
      <Offered title={t('apps.message')} copy={t('apps.copyMessage')} text={app.message} />
      <Offered title={t('apps.modelContext')} copy={t('apps.copyContext')} text={app.modelContext} />
    </section>
  );
}

interface HeadButtonProps {
  icon: IconName;
  label: string;
  onClick: () => void;
}

function HeadButton({ icon, label, onClick }: HeadButtonProps): ReactNode {
  return (
    <ActionIcon size="xs" variant="subtle" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} size={14} />
    </ActionIcon>
  );
}

/** Where the app is drawn. The app itself lies over it. */
function Slot({ app, server }: { app: AppSnapshot; server: string }): ReactNode {
  const slot = useRef<HTMLDivElement>(null);
  const covered = useAppPlace(app.id, slot);
  const focus = useOperation('mcpApp.focus', { onError: notifyError });
  const enter = () => focus.mutate({ appId: app.id });
  return (
    <>
      <Button className={styles.enter} size="xs" variant="subtle" title={t('apps.focusHelp')} onClick={enter}>
        {t('apps.focus')}
      </Button>
      <div
        ref={slot}
        className={styles.slot}
        data-part="app-slot"
        // The height is the app's own, within the core's bounds.
        style={{ height: app.height ?? FIRST_HEIGHT }}
      >
        {covered && <p className={styles.behind}>{t('apps.covered', { server })}</p>}
        {!covered && app.status === 'loading' && (
          <p className={styles.behind}>{t('apps.loading', { server })}</p>
        )}
      </div>
    </>
  );
}

/** What an app has for a conversation or a model. None is open here, so it may be copied. */
function Offered({ title, copy, text }: { title: string; copy: string; text: string | null }): ReactNode {
  if (text === null) return null;
  return (
    <Note icon="info" actions={<CopyButton label={copy} text={() => text} />}>
      <span className={layout.b}>{title}</span>
      <PlainText text={text} />
    </Note>
  );
}
