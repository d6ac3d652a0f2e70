import { useId } from 'react';
import type { ReactNode } from 'react';
import { useOperation } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { TagsField } from '../../kit/TagsField';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import styles from './clients.module.css';

/** Which pages may connect over HTTP: none, until the person names their origins. */
export function AllowedOrigins({ origins }: { origins: readonly string[] }): ReactNode {
  const set = useOperation('client.setHttpOrigins');
  const help = useId();
  return (
    <section aria-label={t('clients.http.origins')} className={styles.origins}>
      <h4 className={layout.label}>{t('clients.http.origins')}</h4>
      <p id={help} className={cx(layout.fs12, layout.t3)}>
        {t('clients.http.originsHelp')}
      </p>
      <TagsField
        label={t('clients.http.origins')}
        describedBy={help}
        tags={origins}
        invalid={set.isError}
        onChange={(kept, added) => {
          const stay = origins.filter((_, place) => kept.includes(place));
          set.mutate({ origins: [...stay, ...added] });
        }}
      />
      {set.isError && <ErrorNotice error={set.error} />}
    </section>
  );
}
