import { ActionIcon, Button, Textarea } from '../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Chip } from '../../kit/Chip';
import { Icon } from '../../kit/Icon';
import { VisibleText } from '../../kit/VisibleText';
import { t } from '../../words/translate';
import { mergedDiff } from './mergedDiff';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import quoteStyles from '../message/quote.module.css';
import styles from './sampling.module.css';

interface EditedTextProps {
  /** What it is, for its controls. */
  label: string;
  /** As it came. Server text. */
  original: string;
  text: string;
  /** Hears what it was changed to; without it the text is only read. */
  onChange?: ((text: string) => void) | undefined;
  /** More that can be done with it. */
  actions?: ReactNode;
}

/** Text of the server that can be changed before it is used: shown with what was changed in it. */
export function EditedText({ label, original, text, onChange, actions }: EditedTextProps): ReactNode {
  const [editing, setEditing] = useState(false);
  const changed = text !== original;
  return (
    <div className={styles['sample-text']}>
      <div className={cx(styles.grow, layout.grow)}>
        {onChange && editing ? (
          <Textarea
            aria-label={label}
            autosize
            autoFocus
            minRows={2}
            maxRows={16}
            value={text}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        ) : (
          <p className={quoteStyles['quote-text']}>
            {changed ? <Changed old={original} now={text} /> : <VisibleText text={text} />}
          </p>
        )}
        {onChange && changed && (
          <p className={styles['sample-text-changed']}>
            <Chip tone="acc">{t('approvals.edited')}</Chip>
            <Button size="compact-xs" variant="subtle" onClick={() => onChange(original)}>
              {t('sampling.edit.original')}
            </Button>
          </p>
        )}
      </div>
      {onChange && (
        <div className={styles['sample-text-actions']}>
          <ActionIcon
            variant="subtle"
            aria-label={t(editing ? 'sampling.edit.done' : 'sampling.edit.start', { what: label })}
            title={t(editing ? 'common.done' : 'common.edit')}
            aria-pressed={editing}
            {...(editing ? {} : { 'data-edits': '' })}
            onClick={() => setEditing(!editing)}
          >
            <Icon name={editing ? 'check' : 'edit'} size={14} />
          </ActionIcon>
          {actions}
        </div>
      )}
    </div>
  );
}

/** One text with what was taken out of it and what was put in, in place. */
function Changed({ old, now }: { old: string; now: string }): ReactNode {
  return mergedDiff(old, now).map(({ kind, text }, at) => {
    const Mark = MARKS[kind];
    return (
      // Pieces have no identity but their place.
      // oxlint-disable-next-line react/no-array-index-key
      <Mark key={at}>
        <VisibleText text={text} />
      </Mark>
    );
  });
}

const MARKS = { same: 'span', out: 'del', in: 'ins' } as const;
