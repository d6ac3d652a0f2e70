import { Button, Checkbox, Textarea } from '../../kit/controls';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Icon } from '../../kit/Icon';
import { OpenFile } from '../../entities/content/OpenFile';
import type { ServerForm } from './useServerForm';
import { MessageText } from '../../entities/message/MessageText';
import { VisibleText } from '../../kit/VisibleText';
import { visibleString } from '../../lib/visible';
import { messageText } from '../../words/message';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import { Announced } from '../../kit/Announced';
import layout from '../../styles/layout.module.css';
import sheetStyles from '../../kit/sheet.module.css';
import styles from './servers.module.css';

/** A longer file is neither a configuration nor a document. */
const MAX_FILE_BYTES = 1024 * 1024;

interface PasteFieldProps {
  form: ServerForm;
  onAddAll: () => void;
}

/** One field for a command line, a URL, or the configuration of any client. */
export function PasteField({ form, onAddAll }: PasteFieldProps): ReactNode {
  const { reading, drafts, draft } = form;
  return (
    <div>
      <div className={sheetStyles['field-label']}>
        <label htmlFor="paste">{t('serverForm.paste.label')}</label>
        <span className={cx(layout.fs11, layout.t3)}>{t('serverForm.paste.help')}</span>
        <OpenFile
          className={layout.end}
          variant="subtle"
          maxBytes={MAX_FILE_BYTES}
          also=".yaml,.yml"
          onText={form.setPaste}
        >
          {t('serverForm.paste.openFile')}
        </OpenFile>
      </div>
      <Textarea
        id="paste"
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        classNames={{ input: styles.paste }}
        placeholder={'npx -y @modelcontextprotocol/server-everything'}
        spellCheck={false}
        autoComplete="off"
        value={form.paste}
        error={reading?.kind === 'problem'}
        onChange={(event) => form.setPaste(event.currentTarget.value)}
      />
      <Announced>
        {form.readingError !== null && <ErrorNotice error={form.readingError} />}
        {reading?.kind === 'problem' && (
          <p className={cx(styles['paste-says'], layout.bad)}>
            <Icon name="warning" size={14} />
            <span>
              <MessageText message={reading.message} />
            </span>
          </p>
        )}
        {reading?.kind === 'servers' && (
          <p className={styles['paste-says']}>
            <span className={layout.ok}>
              <Icon name="check" size={14} />
            </span>
            <span>
              <span className={layout.b}>
                <MessageText message={reading.summary} />
              </span>{' '}
              <span className={layout.t2}>
                {t(drafts.length > 1 ? 'serverForm.paste.filledSeveral' : 'serverForm.paste.filled')}
              </span>
            </span>
          </p>
        )}
        {draft.notes.map((note) => (
          <p key={messageText(note)} className={cx(styles['paste-says'], layout.t2)}>
            <Icon name="info" size={14} />
            <span>
              <MessageText message={note} />
            </span>
          </p>
        ))}
      </Announced>
      {drafts.length > 1 && <Several form={form} onAddAll={onAddAll} />}
    </div>
  );
}

/** The servers that were pasted together: which of them are added, and which one the form shows. */
function Several({ form, onAddAll }: PasteFieldProps): ReactNode {
  const { drafts, active, wanted } = form;
  return (
    <div className={styles['paste-several']}>
      <ul aria-label={t('serverForm.paste.several')}>
        {drafts.map((one, index) => {
          const name = one.label || t('serverForm.paste.unnamed', { number: index + 1 });
          return (
            <li key={index} className={layout.row}>
              <Checkbox
                aria-label={t('serverForm.paste.include', { name: visibleString(name) })}
                checked={wanted.includes(one)}
                onChange={(event) => form.want(index, event.currentTarget.checked)}
              />
              <Button
                size="xs"
                variant={index === active ? 'default' : 'subtle'}
                aria-pressed={index === active}
                onClick={() => form.choose(index)}
              >
                <VisibleText text={name} />
              </Button>
              <span className={cx(layout.mono, layout.fs11, layout.t3, layout.cut)}>
                <VisibleText
                  text={one.kind === 'http' ? one.url : one.words.map(({ text }) => text).join(' ')}
                />
              </span>
            </li>
          );
        })}
      </ul>
      <Button size="xs" disabled={wanted.length === 0} onClick={onAddAll}>
        {t('serverForm.paste.addAll', { count: wanted.length })}
      </Button>
    </div>
  );
}
