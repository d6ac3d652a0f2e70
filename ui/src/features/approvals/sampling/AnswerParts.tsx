import { Button, Menu, Select } from '../../../kit/controls';
import type { ReactNode } from 'react';
import { Icon } from '../../../kit/Icon';
import { VisibleText } from '../../../kit/VisibleText';
import { t } from '../../../words/translate';
import { AnswerBlocks } from '../../../entities/sampling/AnswerBlocks';
import { withBlock, withBlocks } from './sampleDrafts';
import { STOP_REASONS, stopReasonText } from '../../../entities/sampling/draftAnswer';
import type { DraftAnswer } from '../../../entities/sampling/draftAnswer';
import { cx } from '../../../lib/cx';
import layout from '../../../styles/layout.module.css';
import styles from './sampling.module.css';

interface AnswerPartsProps {
  answer: DraftAnswer;
  /** While a model writes, nobody else does. */
  readOnly: boolean;
  /** Keys of blocks whose arguments are no JSON. */
  broken: readonly number[];
  /** Tools the server offers. */
  tools: readonly string[];
  fault: (field: string) => string | undefined;
  onChange: (answer: DraftAnswer) => void;
}

/** An answer to be written or changed: text, uses of tools, and why it stops. */
export function AnswerParts({
  answer,
  readOnly,
  broken,
  tools,
  fault,
  onChange,
}: AnswerPartsProps): ReactNode {
  return (
    <>
      <AnswerBlocks
        answer={answer}
        readOnly={readOnly}
        broken={broken}
        fault={(index) => fault(`content.${index}`)}
        onChange={(blocks) => onChange(withBlocks(answer, blocks))}
      />
      {fault('content') !== undefined && (
        <p className={cx(styles['sample-over'], layout.fs12)} role="alert">
          {fault('content')}
        </p>
      )}
      {!readOnly && (
        <div className={layout.row}>
          <Button
            size="xs"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => onChange(withBlock(answer, null))}
          >
            {t('sampling.response.addText')}
          </Button>
          {tools.length > 0 && (
            <Menu position="bottom-start">
              <Menu.Target>
                <Button size="xs" leftSection={<Icon name="tool" size={14} />}>
                  {t('sampling.response.addToolUse')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {tools.map((name) => (
                  <Menu.Item key={name} onClick={() => onChange(withBlock(answer, name))}>
                    <span className={layout.mono}>
                      <VisibleText text={name} />
                    </span>
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
        </div>
      )}
      {!readOnly && (
        <Select
          className={styles['sample-stop']}
          label={t('sampling.response.stopReason')}
          allowDeselect={false}
          data={stopReasons(answer.stopReason)}
          value={answer.stopReason}
          error={fault('stop')}
          onChange={(reason) => reason !== null && onChange({ ...answer, stopReason: reason })}
        />
      )}
    </>
  );
}

function stopReasons(current: string): { value: string; label: string }[] {
  return [...new Set([...STOP_REASONS, current])].map((value) => ({ value, label: stopReasonText(value) }));
}
