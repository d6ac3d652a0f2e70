import { ActionIcon, Textarea } from '../../kit/controls';
import type { ReactNode } from 'react';
import { CodeView } from '../../kit/CodeView/CodeView';
import { Icon } from '../../kit/Icon';
import { VisibleText } from '../../kit/VisibleText';
import { formatNumber } from '../../lib/format';
import { readSentJson, text } from '../../lib/json';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import type { DraftAnswer, DraftBlock } from './draftAnswer';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import quoteStyles from '../message/quote.module.css';
import approvalStyles from '../approval/approval.module.css';
import styles from './sampling.module.css';

interface AnswerBlocksProps {
  answer: DraftAnswer;
  /** While a model writes, nobody else does. */
  readOnly: boolean;
  /** Keys of blocks whose arguments are no JSON. */
  broken: readonly number[];
  fault: (index: number) => string | undefined;
  onChange: (blocks: readonly DraftBlock[]) => void;
}

/** The parts of an answer: text, and uses of the server’s tools. */
export function AnswerBlocks({ answer, readOnly, broken, fault, onChange }: AnswerBlocksProps): ReactNode {
  const { blocks } = answer;
  const change = (next: DraftBlock): void =>
    onChange(blocks.map((block) => (block.key === next.key ? next : block)));
  const remove = (key: number): void => onChange(blocks.filter((block) => block.key !== key));
  if (readOnly && blocks.length === 0)
    return <p className={cx(layout.fs12, layout.t3)}>{t('sampling.response.empty')}</p>;
  return (
    <ol className={styles['sample-answer']} aria-label={t('sampling.response.content')}>
      {blocks.map((block, index) => (
        <li key={block.key}>
          {block.kind === 'text' ? (
            <Text
              block={block}
              place={index + 1}
              readOnly={readOnly}
              fault={fault(index)}
              onChange={change}
            />
          ) : (
            <Use
              block={block}
              readOnly={readOnly}
              fault={broken.includes(block.key) ? t('sampling.response.badArguments') : fault(index)}
              onChange={change}
            />
          )}
          {!readOnly && blocks.length > 1 && (
            <ActionIcon
              variant="subtle"
              aria-label={t('sampling.response.removePart', { part: formatNumber(index + 1) })}
              title={t('common.remove')}
              onClick={() => remove(block.key)}
            >
              <Icon name="close" size={14} />
            </ActionIcon>
          )}
        </li>
      ))}
    </ol>
  );
}

interface PartProps<K extends DraftBlock['kind']> {
  block: Extract<DraftBlock, { kind: K }>;
  readOnly: boolean;
  fault: string | undefined;
  onChange: (block: DraftBlock) => void;
}

function Text({ block, place, readOnly, fault, onChange }: PartProps<'text'> & { place: number }): ReactNode {
  if (readOnly) {
    return (
      <p className={cx(quoteStyles['quote-text'], styles['sample-written'])}>
        <VisibleText text={block.text} />
      </p>
    );
  }
  return (
    <Textarea
      aria-label={
        place === 1
          ? t('sampling.response.text')
          : t('sampling.response.partText', { part: formatNumber(place) })
      }
      autosize
      minRows={3}
      maxRows={24}
      value={block.text}
      error={fault}
      onChange={(event) => onChange({ ...block, text: event.currentTarget.value })}
    />
  );
}

function Use({ block, readOnly, fault, onChange }: PartProps<'use'>): ReactNode {
  const name = text(block.raw['name']);
  const read = readSentJson(block.input);
  return (
    <section
      className={styles['sample-use']}
      aria-label={t('sampling.response.toolUse', { tool: visibleString(name) })}
    >
      <p className={cx(layout.fs12, styles['sample-line'])}>
        <Icon name="tool" size={14} />
        <span>
          {t.rich('sampling.response.calls', {
            tool: () => (
              <b className={layout.mono}>
                <VisibleText text={name} />
              </b>
            ),
            note: (words) => <span className={layout.t3}>{words}</span>,
          })}
        </span>
      </p>
      <div className={cx(approvalStyles['call-code'], styles['call-code'])}>
        <CodeView
          text={block.input}
          label={t('sampling.response.argumentsOf', { tool: name })}
          problem={read.kind === 'problem' ? read : undefined}
          {...(readOnly
            ? {}
            : { onChange: (input: string) => input !== block.input && onChange({ ...block, input }) })}
        />
      </div>
      {fault !== undefined && (
        <p className={cx(styles['sample-over'], layout.fs12)} role="alert">
          {fault}
        </p>
      )}
    </section>
  );
}
