import { ActionIcon, Button } from '../../kit/controls';
import type { ReactNode } from 'react';
import type { Content, JsonValue, SampledMessage, SourceId } from '../../api/generated/contract';
import { Chip } from '../../kit/Chip';
import { ContentBlocks } from '../content/ContentBlocks';
import { Icon } from '../../kit/Icon';
import { JsonView } from '../../kit/JsonView/JsonView';
import { Quote } from '../message/Quote';
import { VisibleText } from '../../kit/VisibleText';
import { formatNumber } from '../../lib/format';
import { isObject, text } from '../../lib/json';
import type { JsonObject } from '../../lib/json';
import { t } from '../../words/translate';
import { EditedText } from './EditedText';
import { lookedAt, messagesOf, withMessage, withText, withoutBlock } from './sampleParams';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import approvalStyles from '../approval/approval.module.css';
import styles from './sampling.module.css';

interface SampleMessagesProps {
  server: { id: SourceId; label: string };
  /** The request as it came. */
  original: JsonObject;
  params: JsonObject;
  /** The messages that came, as the core has looked at them. */
  looked: readonly SampledMessage[];
  /** Hears what they were changed to; without it they are only read. */
  onChange?: ((params: JsonObject) => void) | undefined;
}

/** The conversation a model would answer: text can be changed, and every part taken out. */
export function SampleMessages({
  server,
  original: came,
  params,
  looked,
  onChange,
}: SampleMessagesProps): ReactNode {
  const messages = messagesOf(params);
  const original = messagesOf(came);
  const removed = messages.length < original.length;
  return (
    <section aria-label={t('common.messages')}>
      <div className={layout.row}>
        <h3 className={approvalStyles['approval-head']}>
          {t('common.messages')}{' '}
          <span className={cx(layout.t3, layout.fs12, layout.num)}>{formatNumber(messages.length)}</span>
        </h3>
        {onChange && (
          <span className={layout.end}>
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<Icon name="plus" size={14} />}
              onClick={() => onChange(withMessage(params))}
            >
              {t('sampling.request.addMessage')}
            </Button>
          </span>
        )}
      </div>
      <Quote block>
        <ol className={approvalStyles['approval-messages']}>
          {messages.map(({ role, blocks }, at) => (
            // Messages have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>
              <span className={cx(layout.t3, layout.fs12)}>
                <VisibleText text={role} />
              </span>
              <div className={styles['sample-blocks']}>
                {blocks.map((block, index) => (
                  <Block
                    // oxlint-disable-next-line react/no-array-index-key
                    key={index}
                    server={server}
                    block={block}
                    looked={lookedAt(block, original, looked)}
                    name={blockName(at, index, blocks.length)}
                    // After something was taken out, places say nothing about what stood there.
                    was={text(field(removed ? block : original[at]?.blocks[index]))}
                    edit={
                      onChange && {
                        text: (next) => onChange(withText(params, at, index, next)),
                        remove: () => onChange(withoutBlock(params, at, index)),
                      }
                    }
                  />
                ))}
              </div>
            </li>
          ))}
        </ol>
      </Quote>
    </section>
  );
}

interface BlockProps {
  server: { id: SourceId; label: string };
  block: JsonValue;
  /** The block as the core has looked at it; `null` = it has not. */
  looked: ReturnType<typeof lookedAt>;
  name: string;
  /** The text that stood in this place. */
  was: string;
  /** What can be done with it; nothing = it is only read. */
  edit: { text: (text: string) => void; remove: () => void } | undefined;
}

function Block({ server, block, looked, name, was, edit }: BlockProps): ReactNode {
  const remove = edit && (
    <ActionIcon
      variant="subtle"
      aria-label={t('sampling.edit.remove', { what: name })}
      title={t('common.remove')}
      onClick={edit.remove}
    >
      <Icon name="close" size={14} />
    </ActionIcon>
  );
  if (isObject(block) && block['type'] === 'text') {
    return (
      <EditedText
        label={name}
        original={was}
        text={text(block['text'])}
        onChange={edit?.text}
        actions={remove}
      />
    );
  }
  const contents = (blocks: readonly Content[]): ReactNode => (
    <ContentBlocks blocks={[...blocks]} serverId={server.id} serverLabel={server.label} />
  );
  return (
    <div className={styles['sample-text']} role="group" aria-label={name}>
      <div className={cx(styles.grow, layout.grow)}>
        {isTool(block) && (
          <ToolBlock block={block} name={name}>
            {looked !== null && looked.within.length > 0 && contents(looked.within)}
          </ToolBlock>
        )}
        {!isTool(block) && looked !== null && contents([looked.content])}
        {!isTool(block) && looked === null && (
          <>
            {edit && (
              <p className={styles['sample-text-changed']}>
                <Chip tone="acc">{t('approvals.edited')}</Chip>
                <span className={cx(layout.t3, layout.fs12)}>{t('sampling.request.unchecked')}</span>
              </p>
            )}
            <JsonView label={name} value={block} />
          </>
        )}
      </div>
      {remove && <div className={styles['sample-text-actions']}>{remove}</div>}
    </div>
  );
}

interface ToolBlockProps {
  block: JsonObject;
  name: string;
  /** What it holds, looked at; nothing = as it would be sent. */
  children: ReactNode;
}

function ToolBlock({ block, name, children }: ToolBlockProps): ReactNode {
  const use = block['type'] === 'tool_use';
  return (
    <div className={styles['sample-tool']}>
      <p className={cx(layout.fs12, layout.t2, styles['sample-line'])}>
        <Icon name="tool" size={14} />
        {use ? (
          <span>
            {t.rich('sampling.request.toolUse', {
              tool: () => (
                <b className={layout.mono}>
                  <VisibleText text={text(block['name'])} />
                </b>
              ),
            })}
          </span>
        ) : (
          <span>
            {t(block['isError'] === true ? 'sampling.request.toolError' : 'sampling.request.toolResult')}
          </span>
        )}
      </p>
      {children || (
        <JsonView
          label={name}
          value={(use ? block['input'] : (block['content'] ?? block['structuredContent'])) ?? null}
        />
      )}
    </div>
  );
}

/** Names a block by its place. */
function blockName(at: number, index: number, blocks: number): string {
  const place = formatNumber(at + 1);
  return blocks > 1
    ? t('sampling.request.messagePart', { at: place, part: formatNumber(index + 1) })
    : t('sampling.request.message', { at: place });
}

function isTool(block: JsonValue): block is JsonObject {
  return isObject(block) && (block['type'] === 'tool_use' || block['type'] === 'tool_result');
}

function field(block: JsonValue | undefined): JsonValue | undefined {
  return isObject(block) ? block['text'] : undefined;
}
