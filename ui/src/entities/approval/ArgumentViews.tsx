import type { ReactNode } from 'react';
import { Segments } from '../../kit/Segments';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';

interface ArgumentViewsProps {
  view: 'form' | 'json';
  onView: (view: 'form' | 'json') => void;
  /** The arguments in this view. */
  children: ReactNode;
}

/** The arguments of a call, as a form or as JSON. */
export function ArgumentViews({ view, onView, children }: ArgumentViewsProps): ReactNode {
  return (
    <>
      <div className={layout.row}>
        <h3>{t('common.arguments')}</h3>
        <span className={layout.end} data-view>
          <Segments
            label={t('common.argumentsView')}
            data={[
              { value: 'form', label: t('common.form') },
              { value: 'json', label: t('common.json') },
            ]}
            value={view}
            onChange={onView}
          />
        </span>
      </div>
      {children}
    </>
  );
}
