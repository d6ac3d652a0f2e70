import { ActionIcon } from '../../kit/controls';
import { useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Icon } from '../../kit/Icon';
import { formatNumber } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { word } from './draft';
import type { Word } from './draft';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import styles from './servers.module.css';

interface WordsFieldProps {
  words: Word[];
  onChange: (words: Word[]) => void;
  /** What is wrong with the word at an index. */
  fault: (index: number) => string | undefined;
}

/** A command as its separate words. Each is a field of its own: what is shown is exactly what is started. */
export function WordsField({ words, onChange, fault }: WordsFieldProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);

  const focusWord = (index: number, at: 'start' | 'end' = 'end') => {
    // After React has drawn the new words.
    requestAnimationFrame(() => {
      const input = box.current?.querySelectorAll('textarea')[index];
      input?.focus();
      const place = at === 'start' ? 0 : (input?.value.length ?? 0);
      input?.setSelectionRange(place, place);
    });
  };
  const insert = (index: number) => {
    onChange(words.toSpliced(index, 0, word('')));
    focusWord(index);
  };
  const remove = (index: number) => {
    if (words.length === 1) return onChange([word('')]);
    onChange(words.toSpliced(index, 1));
    focusWord(Math.max(0, index - 1));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>, index: number) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const atStart = selectionStart === 0 && selectionEnd === 0;
    const atEnd = selectionStart === value.length && selectionEnd === value.length;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      insert(index + 1);
    } else if (event.key === 'Backspace' && value === '' && words.length > 1) {
      event.preventDefault();
      remove(index);
    } else if (event.key === 'ArrowLeft' && atStart && index > 0) {
      event.preventDefault();
      focusWord(index - 1);
    } else if (event.key === 'ArrowRight' && atEnd && index < words.length - 1) {
      event.preventDefault();
      focusWord(index + 1, 'start');
    }
  };

  return (
    <div ref={box} className={styles.words} role="group" aria-label={t('common.command')}>
      {words.map((one, index) => {
        const name =
          index === 0
            ? t('common.program')
            : t('serverForm.command.argument', { index: formatNumber(index) });
        const placeholder = index === 0 ? 'npx' : '';
        const problem = fault(index);
        return (
          <span
            key={one.id}
            className={index === 0 ? cx(styles.word, styles.prog) : styles.word}
            data-part="word"
            data-error={problem !== undefined}
          >
            {/* The text once more, unseen, gives the field its size: a long word breaks and is never cut. */}
            <span className={styles['word-text']} data-text={one.text === '' ? placeholder : one.text}>
              <textarea
                aria-label={name}
                aria-invalid={problem !== undefined}
                value={one.text}
                placeholder={placeholder}
                rows={1}
                cols={1}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => onChange(words.with(index, { ...one, text: event.currentTarget.value }))}
                onKeyDown={(event) => onKeyDown(event, index)}
              />
            </span>
            {index > 0 && (
              <button
                type="button"
                className={styles['word-remove']}
                aria-label={t('serverForm.command.remove', { argument: visibleString(one.text) || name })}
                // The keyboard removes a word with Backspace; a second stop at each would double the way.
                tabIndex={-1}
                onClick={() => remove(index)}
              >
                <Icon name="close" size={12} />
              </button>
            )}
          </span>
        );
      })}
      <ActionIcon size="xs" aria-label={t('serverForm.command.add')} onClick={() => insert(words.length)}>
        <Icon name="plus" size={14} />
      </ActionIcon>
    </div>
  );
}
