import { Button, TextInput } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOperation } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Icon } from '../../kit/Icon';
import { Kbd } from '../../kit/Kbd';
import { modKey } from '../../lib/platform';
import { sheet } from '../../lib/panels';
import { Arch } from './Arch';
import { ImportWay } from './ImportWay';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './first-run.module.css';

/** The app without servers: three ways in. */
export function FirstRunScreen(): ReactNode {
  const navigate = useNavigate();
  const demo = useOperation('server.addDemo', {
    onSuccess: (server) => navigate({ to: '/tools', search: { filter: server.id } }),
  });
  const start = () => demo.mutate({});
  return (
    <div className={cx(styles.first, layout.scrolls)}>
      <div className={styles['first-inner']}>
        <Arch />
        <h1 className={styles['first-words']}>{t('firstRun.title')}</h1>
        <p className={cx(layout.t2, styles['first-help'])}>{t('firstRun.help')}</p>
        <div className={styles.ways}>
          <section className={styles.way} aria-labelledby="way-demo">
            <span className={layout.acc}>
              <Icon name="run" size={20} />
            </span>
            <h2 id="way-demo">{t('firstRun.demo.title')}</h2>
            <p className={layout.t2}>{t('firstRun.demo.help')}</p>
            {demo.isError && <ErrorNotice error={demo.error} />}
            <Button
              className={styles['way-do']}
              size="md"
              variant="filled"
              loading={demo.isPending}
              onClick={start}
              autoFocus
            >
              {t('common.startDemoServer')}
            </Button>
          </section>
          <section className={styles.way} aria-labelledby="way-add">
            <span className={layout.acc}>
              <Icon name="plus" size={20} />
            </span>
            <h2 id="way-add">{t('common.addServer')}</h2>
            <p className={layout.t2}>{t('firstRun.add.help')}</p>
            <PasteHere />
          </section>
          <ImportWay />
        </div>
      </div>
    </div>
  );
}

/** The paste field of the sheet: what is pasted or typed into it opens the sheet. */
function PasteHere(): ReactNode {
  const go = (paste: string) => sheet.set({ kind: 'add', paste });
  return (
    <TextInput
      className={cx(styles['way-do'], styles['way-paste'])}
      size="md"
      leftSection={<Icon name="terminal" size={14} />}
      rightSection={<Kbd>{modKey} V</Kbd>}
      rightSectionWidth={64}
      aria-label={t('firstRun.add.paste')}
      placeholder={t('serverForm.paste.label')}
      spellCheck={false}
      autoComplete="off"
      onPaste={(event) => {
        // The field has one line, a configuration has many: the text goes over whole.
        event.preventDefault();
        go(event.clipboardData.getData('text'));
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        go(event.currentTarget.value);
      }}
    />
  );
}
