import type { ReactNode } from 'react';
import { Segments } from '../../../kit/Segments';
import { t } from '../../../words/translate';
import { SampleSteps } from './SampleSteps';
import { rawProblem } from './sampleDrafts';
import type { SampleDraft } from './sampleDrafts';
import { hasManyParts } from '../../../entities/sampling/sampleParams';
import layout from '../../../styles/layout.module.css';

interface SampleViewProps {
  step: 1 | 2;
  draft: SampleDraft;
  change: (part: Partial<SampleDraft>) => void;
}

/** Which step this is, and whether its parts are shown or the JSON they are made of. */
export function SampleView({ step, draft, change }: SampleViewProps): ReactNode {
  // Text that is no JSON has no parts, and very many are not drawn.
  const locked = step === 1 && (rawProblem(draft) !== null || hasManyParts(draft.params));
  return (
    <div className={layout.row}>
      <SampleSteps step={step} />
      <span className={layout.end} data-view>
        <Segments
          label={t(step === 1 ? 'sampling.view.request' : 'sampling.view.response')}
          data={[
            { value: 0, label: t('common.form') },
            { value: 1, label: t('common.json') },
          ]}
          value={draft.view === 'parts' ? 0 : 1}
          onChange={(index) => change({ view: index === 0 && !locked ? 'parts' : 'json' })}
        />
      </span>
    </div>
  );
}
