import { Autocomplete, Button, TextInput } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { WebtoolPreview } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { CodeView } from '../../kit/CodeView/CodeView';
import { DifferenceSummary } from '../../entities/review/DifferenceSummary';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Icon } from '../../kit/Icon';
import { Quote } from '../../entities/message/Quote';
import { Sheet } from '../../kit/Sheet';
import { VisibleText } from '../../kit/VisibleText';
import { formatList } from '../../lib/format';
import { languageOf } from '../../lib/json';
import { notify } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import { MessageText } from '../../entities/message/MessageText';
import { t } from '../../words/translate';
import { Hint } from '../../kit/Hint';
import { cx } from '../../lib/cx';
import { Announced } from '../../kit/Announced';
import layout from '../../styles/layout.module.css';
import marksStyles from '../../kit/marks.module.css';
import serversStyles from './servers.module.css';
import styles from './webtools.module.css';

interface WebtoolFoundProps {
  preview: WebtoolPreview;
  /** The person's name for it, if they gave one. */
  label: string;
  /** Sent as `Authorization: Bearer`. */
  token: string | null;
  onBack: () => void;
  onClose: () => void;
}

/** Which credentials a webtool requires, in words. */
function credentialsText(asked: readonly string[], token: string | null): string {
  const wants =
    asked.length === 0
      ? t('servers.webtool.found.noCredentials')
      : t('servers.webtool.found.asksCredentials', { names: formatList(asked) });
  return token === null ? wants : `${wants} ${t('servers.webtool.found.tokenSent')}`;
}

/** What a webtool is, before it is added: name, version, actions, where calls go, and the exact text. */
export function WebtoolFound({
  preview,
  label: given,
  token,
  onBack,
  onClose,
}: WebtoolFoundProps): ReactNode {
  const { document, bases } = preview;
  const navigate = useNavigate();
  // What only repeats the host is no name the person gave.
  const [label, setLabel] = useState(preview.url?.includes(`//${given}`) === true ? '' : given);
  const [base, setBase] = useState(bases[0] ?? '');
  const add = useOperation('webtool.add', {
    onSuccess: (added) => {
      notify(t('servers.webtool.found.added', { webtool: added.label, version: added.version }));
      onClose();
      const tab = added.state.kind === 'needsConfiguration' ? { tab: 'configuration' as const } : {};
      return navigate({ to: '/servers', search: { server: added.id, ...tab } });
    },
  });
  const fault = (field: string) => add.error?.fields.find((one) => one.field === field)?.message;
  const isApi = document.kind === 'openapi';
  return (
    <Sheet
      title={t(isApi ? 'servers.webtool.found.titleApi' : 'servers.webtool.found.title')}
      onClose={onClose}
      footer={
        <>
          <Button size="md" variant="subtle" onClick={onBack}>
            {t('common.back')}
          </Button>
          <span className={layout.grow} />
          <Button
            size="md"
            variant="filled"
            loading={add.isPending}
            onClick={() =>
              add.mutate({
                label: label.trim(),
                sha256: preview.sha256,
                base: isApi ? base.trim() || null : null,
                token,
              })
            }
          >
            {t('servers.webtool.found.add', { version: visibleString(document.version) })}
          </Button>
        </>
      }
    >
      <div className={styles['webtool-found']}>
        <Announced as="p" className={serversStyles['paste-says']}>
          <span className={layout.ok}>
            <Icon name="check" size={14} />
          </span>
          <span>
            <span className={layout.b}>
              {t.rich(isApi ? 'servers.webtool.found.openapi' : 'servers.webtool.found.webtool', {
                name: () => <VisibleText text={document.name} />,
                version: () => (
                  <span className={layout.mono}>
                    <VisibleText text={document.version} />
                  </span>
                ),
              })}
            </span>{' '}
            <span className={layout.t2}>
              {t(
                document.wantsConfiguration
                  ? 'servers.webtool.found.actionsConfigure'
                  : 'servers.webtool.found.actions',
                { count: document.actions.length },
              )}
            </span>
          </span>
        </Announced>
        <DifferenceSummary {...preview} differences={[]} leftOut={0} />
        {document.description !== null && (
          <Quote server={{ label: document.name, icon: null }} block text={document.description} />
        )}
        <div className={serversStyles.two}>
          <TextInput
            label={t('common.name')}
            placeholder={visibleString(document.name)}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          {isApi ? (
            <Autocomplete
              label={t('servers.webtool.baseUrl')}
              classNames={{ input: layout.mono }}
              placeholder="https://api.example.com"
              data={bases}
              value={base}
              error={fault('base')}
              onChange={setBase}
            />
          ) : (
            <TextInput
              label={t('servers.webtool.baseUrl')}
              classNames={{ input: layout.mono }}
              value={base}
              readOnly
            />
          )}
        </div>
        <section aria-label={t('servers.webtool.actions')}>
          <h3 className={layout.label}>{t('servers.webtool.actions')}</h3>
          <ul className={styles['webtool-actions']}>
            {document.actions.map((action) => (
              <li key={action.name}>
                <span className={cx(layout.mono, layout.b)}>
                  <VisibleText text={action.name} />
                </span>
                {action.request !== null && (
                  <span className={cx(layout.mono, layout.t3, layout.cut)}>
                    <VisibleText text={action.request} />
                  </span>
                )}
                {action.description !== null && (
                  <span className={cx(layout.t2, styles.wrap, layout.wrap)}>
                    <VisibleText text={action.description} />
                  </span>
                )}
              </li>
            ))}
          </ul>
          {document.leftOut.length > 0 && (
            <details className={serversStyles.raw}>
              <summary>{t('servers.webtool.found.skipped', { count: document.leftOut.length })}</summary>
              <ul className={styles['webtool-actions']}>
                {document.leftOut.map((left) => (
                  <li key={left.request}>
                    <span className={layout.mono}>
                      <VisibleText text={left.request} />
                    </span>
                    <span className={layout.t2}>
                      <MessageText message={left.reason} />
                    </span>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </section>
        <dl className={marksStyles.kv}>
          <dt>{t('servers.webtool.credentials')}</dt>
          <dd className={cx(styles.wrap, layout.wrap)}>
            <VisibleText text={credentialsText(document.credentials, token)} />
          </dd>
          <dt>{t('servers.webtool.source')}</dt>
          <dd className={cx(layout.mono, styles.wrap, layout.wrap)}>
            {preview.finalUrl ?? t('servers.webtool.pasted')}
          </dd>
          <dt>{t('servers.webtool.sha256')}</dt>
          <dd className={cx(layout.mono, layout.cut)}>
            <Hint label={preview.sha256}>{preview.sha256}</Hint>
          </dd>
        </dl>
        <details className={serversStyles.raw}>
          <summary>{t('servers.webtool.document')}</summary>
          <div className={styles['webtool-text']}>
            <CodeView
              text={preview.text}
              label={t('servers.webtool.document')}
              language={languageOf(preview.text)}
            />
          </div>
        </details>
        {add.isError && <ErrorNotice error={add.error} />}
      </div>
    </Sheet>
  );
}
