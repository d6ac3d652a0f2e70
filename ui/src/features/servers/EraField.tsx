import { Segments } from '../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { EraChoice } from '../../api/generated/contract';
import { t } from '../../words/translate';
import type { ServerForm } from './useServerForm';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './servers.module.css';

const CHOICES: readonly EraChoice[] = ['auto', 'legacy', 'modern'];

/** What hardly anybody has to choose: the version of the protocol. */
export function AdvancedFields({ form }: { form: ServerForm }): ReactNode {
  const { draft, change } = form;
  // Open from the start where something was chosen; afterwards the person opens and closes it.
  const [startsOpen] = useState(draft.era !== 'auto');
  return (
    <details className={styles.raw} open={startsOpen}>
      <summary>{t('serverForm.protocol.advanced')}</summary>
      <div className={cx(layout.row, styles['kind-line'])}>
        <span className={layout.b}>{t('serverForm.protocol.label')}</span>
        <Segments
          className={layout.end}
          label={t('serverForm.protocol.label')}
          value={draft.era}
          onChange={(value) => {
            const era = CHOICES.find((each) => each === value);
            if (era !== undefined) change({ era });
          }}
          data={CHOICES.map((value) => ({ value, label: t(`serverForm.protocol.${value}`) }))}
        />
      </div>
    </details>
  );
}
