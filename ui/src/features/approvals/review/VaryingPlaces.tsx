import type { ReactNode } from 'react';
import type { PinDetail, ServerSnapshot } from '../../../api/generated/contract';
import { InWords } from '../../../entities/message/InWords';
import { t } from '../../../words/translate';
import { cx } from '../../../lib/cx';
import { AllowVaryingButton } from './AllowVaryingButton';
import { itemTitle } from './words';
import layout from '../../../styles/layout.module.css';
import styles from './review.module.css';

interface VaryingPlacesProps {
  server: ServerSnapshot;
  detail: PinDetail;
  /** Hears what was decided, as a sentence. */
  onDone: (decision: string) => void;
}

/** What alone differs and may be approved as changing, or what was approved so. Nothing, if there is neither. */
export function VaryingPlaces({ server, detail, onDone }: VaryingPlacesProps): ReactNode {
  const { item, differs, varying } = detail;
  const isOpen = differs.length > 0;
  const places = isOpen ? differs : varying;
  if (places.length === 0) return null;
  const title = isOpen ? t('review.varying.differs') : t('review.varying.accepted');
  const done = (): void =>
    onDone(t('review.done.allowedVarying', { name: itemTitle(item), server: server.label }));
  return (
    <section className={styles['review-varying']} aria-label={title}>
      <p className={layout.b}>{title}</p>
      <ul>
        {places.map((one, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- Two places of one text may read alike.
          <li key={at}>
            <InWords message={one} />
          </li>
        ))}
      </ul>
      {isOpen && (
        <div className={cx(layout.row, styles['review-allow'])}>
          <AllowVaryingButton serverId={server.id} item={item} onDone={done} />
          <span className={cx(layout.fs12, layout.t2)}>{t('review.decide.allowVaryingHelp')}</span>
        </div>
      )}
    </section>
  );
}
