import type { ReactNode } from 'react';
import { CodeView } from '../../../kit/CodeView/CodeView';
import { isObject, readSentJson } from '../../../lib/json';
import { t } from '../../../words/translate';
import { rawProblem } from './sampleDrafts';
import type { SampleDraft } from './sampleDrafts';
import { cx } from '../../../lib/cx';
import layout from '../../../styles/layout.module.css';
import viewStyles from '../../../entities/approval/approval.module.css';
import styles from './sampling.module.css';

interface RequestJsonProps {
  draft: SampleDraft;
  change: (part: Partial<SampleDraft>) => void;
}

/** The whole request as JSON, to be read or changed: also what has no control of its own. */
export function RequestJson({ draft, change }: RequestJsonProps): ReactNode {
  const text = draft.raw ?? JSON.stringify(draft.params, null, 2);
  const problem = rawProblem(draft);
  const write = (next: string): void => {
    if (next === text) return;
    const read = readSentJson(next);
    const whole = read.kind === 'value' && isObject(read.value) ? { params: read.value } : {};
    change({ raw: next, ...whole });
  };
  return (
    <section aria-label={t('sampling.view.requestJson')} className={styles['sample-json']}>
      <div className={viewStyles['call-code']}>
        <CodeView
          text={text}
          label={t('sampling.view.requestJson')}
          problem={problem ?? undefined}
          onChange={write}
        />
      </div>
      {problem !== null && (
        <p className={cx(styles['sample-over'], layout.fs12)} role="alert">
          {problem.message}
        </p>
      )}
    </section>
  );
}
