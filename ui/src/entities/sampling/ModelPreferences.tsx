import type { ReactNode } from 'react';
import { VisibleText } from '../../kit/VisibleText';
import marksStyles from '../../kit/marks.module.css';
import { cx } from '../../lib/cx';
import { asText } from '../../lib/json';
import type { JsonObject } from '../../lib/json';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import approvalStyles from '../approval/approval.module.css';
import { wishes } from './sampleParams';
import styles from './sampling.module.css';

/** What a server prefers of the model, and what of its request is not sent. */
export function ModelPreferences({ params }: { params: JsonObject }): ReactNode {
  const { includeContext } = params;
  const rows = wishes(params);
  const context = typeof includeContext === 'string' && includeContext !== 'none' ? includeContext : null;
  const metadata = params['metadata'];
  if (rows.length === 0 && context === null && metadata === undefined) return null;
  return (
    <dl
      className={cx(marksStyles.kv, layout.num, styles['sample-wishes'])}
      aria-label={t('sampling.preference.label')}
    >
      {rows.map(({ name, value }) => (
        <div key={name} className={approvalStyles['approval-pair']}>
          <dt>{t(`sampling.preference.${name}`)}</dt>
          <dd className={layout.wrap}>
            <VisibleText text={value} />
          </dd>
        </div>
      ))}
      {context !== null && (
        <div className={approvalStyles['approval-pair']}>
          <dt>{t('sampling.preference.context')}</dt>
          <dd className={layout.wrap}>
            {t.rich('sampling.preference.contextIgnored', { value: () => <VisibleText text={context} /> })}
          </dd>
        </div>
      )}
      {metadata !== undefined && (
        <div className={approvalStyles['approval-pair']}>
          <dt>{t('sampling.preference.metadata')}</dt>
          <dd className={layout.wrap}>
            {t.rich('sampling.preference.metadataIgnored', {
              value: () => <VisibleText text={asText(metadata)} />,
            })}
          </dd>
        </div>
      )}
    </dl>
  );
}
