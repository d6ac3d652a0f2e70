import { Checkbox } from '../../kit/controls';
import type { ReactNode } from 'react';
import { Segments } from '../../kit/Segments';
import { Quote } from '../message/Quote';
import { VisibleText } from '../../kit/VisibleText';
import { formatNumber } from '../../lib/format';
import type { JsonObject } from '../../lib/json';
import { t } from '../../words/translate';
import { CHOICES, choiceOf, toolsOf, withMember, withTool } from './sampleParams';
import { ServerName } from '../server/ServerName';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import approvalStyles from '../approval/approval.module.css';
import styles from './sampling.module.css';

interface SampleToolsProps {
  label: string;
  original: JsonObject;
  params: JsonObject;
  /** Hears what was chosen; without it the choice is only read. */
  onChange?: ((params: JsonObject) => void) | undefined;
}

/** Tools the server offers to the model, and whether it may use them. They run there, not here. */
export function SampleTools({ label, original, params, onChange }: SampleToolsProps): ReactNode {
  const tools = toolsOf(original);
  if (tools.length === 0) return null;
  const offered = new Set(toolsOf(params).map((tool) => tool.name));
  const mode = choiceOf(params);
  const known = CHOICES.find((choice) => choice === mode);
  return (
    <section aria-label={t('sampling.tools.title')}>
      <div className={cx(layout.row, styles['sample-tools-head'])}>
        <h3 className={approvalStyles['approval-head']}>
          {t('sampling.tools.title')}{' '}
          <span className={cx(layout.t3, layout.fs12, layout.num)}>
            {t.rich('sampling.tools.runBy', {
              count: formatNumber(offered.size),
              server: () => <ServerName label={label} />,
            })}
          </span>
        </h3>
        {onChange && (
          <span className={layout.end}>
            <Segments
              label={t('sampling.tools.choice')}
              data={CHOICES.map((choice, value) => ({
                value,
                label: choice,
                title: t(`sampling.tools.${choice}`),
              }))}
              value={CHOICES.findIndex((choice) => choice === mode)}
              onChange={(index) =>
                onChange(withMember(params, 'toolChoice', { mode: CHOICES[index] ?? 'auto' }))
              }
            />
          </span>
        )}
      </div>
      {!onChange && known !== undefined && (
        <p className={cx(layout.t2, layout.fs12)}>{t(`sampling.tools.${known}`)}</p>
      )}
      <Quote>
        <ul className={styles['sample-offered']}>
          {tools.map(({ name, description }) => (
            <li key={name}>
              {onChange ? (
                <Checkbox
                  label={<ToolName name={name} />}
                  checked={offered.has(name)}
                  onChange={(event) =>
                    onChange(withTool(params, original, name, event.currentTarget.checked))
                  }
                />
              ) : (
                <ToolName name={name} />
              )}
              <span className={layout.t2}>
                <VisibleText text={description} />
              </span>
            </li>
          ))}
        </ul>
      </Quote>
    </section>
  );
}

const ToolName = ({ name }: { name: string }): ReactNode => (
  <span className={layout.mono}>
    <VisibleText text={name} />
  </span>
);
