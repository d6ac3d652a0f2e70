import { Checkbox } from '../../kit/controls';
import type { ReactNode } from 'react';
import type { ToolDetail } from '../../api/generated/contract';
import type { Draft } from './drafts';
import { t } from '../../words/translate';
import { Hint } from '../../kit/Hint';
import { Tooltip } from '../../kit/Tooltip';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';

interface AsTaskProps {
  tool: ToolDetail;
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
}

/** Whether a tool is run as a task, where that is for the person to say. */
export function AsTask({ tool, draft, onChange }: AsTaskProps): ReactNode {
  switch (tool.taskSupport) {
    case 'forbidden':
      return null;
    case 'required':
      return (
        <Hint className={cx(layout.end, layout.fs11, layout.t3)} label={t('tools.task.help')}>
          {t('tools.task.runsAs')}
        </Hint>
      );
    case 'optional':
      return (
        <Tooltip label={t('tools.task.help')}>
          <span className={layout.end}>
            <Checkbox
              size="xs"
              label={t('tools.task.runAs')}
              checked={draft.runAs === 'task'}
              onChange={(event) => onChange({ runAs: event.currentTarget.checked ? 'task' : 'call' })}
            />
          </span>
        </Tooltip>
      );
  }
}
