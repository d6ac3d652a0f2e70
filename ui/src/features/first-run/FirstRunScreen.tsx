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
import './first-run.css';

/** The app without servers: three ways in. */
export function FirstRunScreen(): ReactNode {
  const navigate = useNavigate();
  const demo = useOperation('server.addDemo', {
    onSuccess: (server) => navigate({ to: '/tools', search: { filter: server.id } }),
  });
  const start = () => demo.mutate({});
  return (
    <div className="first scrolls">
      <div className="first-inner">
        <Arch />
        <h1 className="first-words">{t('firstRun.title')}</h1>
        <p className="t2 first-help">{t('firstRun.help')}</p>
        <div className="ways">
          <section className="way" aria-labelledby="way-demo">
            <span className="acc">
              <Icon name="run" size={20} />
            </span>
            <h2 id="way-demo">{t('firstRun.demo.title')}</h2>
            <p className="t2">{t('firstRun.demo.help')}</p>
            {demo.isError && <ErrorNotice error={demo.error} />}
            <Button
              className="way-do"
              size="md"
              variant="filled"
              loading={demo.isPending}
              onClick={start}
              autoFocus
            >
              {t('firstRun.demo.start')}
            </Button>
          </section>
          <section className="way" aria-labelledby="way-add">
            <span className="acc">
              <Icon name="plus" size={20} />
            </span>
            <h2 id="way-add">{t('serverForm.title.add')}</h2>
            <p className="t2">{t('firstRun.add.help')}</p>
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
      className="way-do way-paste"
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
