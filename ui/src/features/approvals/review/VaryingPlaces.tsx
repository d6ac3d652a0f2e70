import type { ReactNode } from 'react';
import type { PinDetail } from '../../../api/generated/contract';
import { InWords } from '../../../entities/message/InWords';
import { messageText } from '../../../words/message';
import { t } from '../../../words/translate';
import { cx } from '../../../lib/cx';
import layout from '../../../styles/layout.module.css';
import styles from './review.module.css';

/** What alone differs and may be approved as changing, or what was approved so. Nothing, if there is neither. */
export function VaryingPlaces({ differs, varying }: Pick<PinDetail, 'differs' | 'varying'>): ReactNode {
  const isOpen = differs.length > 0;
  const places = isOpen ? differs : varying;
  if (places.length === 0) return null;
  const title = isOpen ? t('review.varying.differs') : t('review.varying.accepted');
  return (
    <section className={styles['review-varying']} aria-label={title}>
      <p className={layout.b}>{title}</p>
      <ul>
        {places.map((one) => (
          <li key={messageText(one)}>
            <InWords message={one} />
          </li>
        ))}
      </ul>
      {isOpen && <p className={cx(layout.fs12, layout.t2)}>{t('review.decide.allowVaryingHelp')}</p>}
    </section>
  );
}
