import { Button, TextInput } from '../../kit/controls';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { Icon } from '../../kit/Icon';
import { VisibleText } from '../../kit/VisibleText';
import { cx } from '../../lib/cx';
import { t } from '../../words/translate';
import layout from '../../styles/layout.module.css';
import { findLines } from './findLines';
import { Announced } from '../../kit/Announced';
import styles from './content.module.css';

/** This much of a long text is drawn before the person asks for more. */
const FIRST = 4_000;

interface PlainTextProps {
  text: string;
  mono?: boolean;
}

/** Text with nothing hidden in it. A long one is folded, and its lines can be searched. */
export function PlainText({ text, mono = false }: PlainTextProps): ReactNode {
  const [shown, setShown] = useState(FIRST);
  const [query, setQuery] = useState('');
  const rest = text.length - shown;
  const isLong = text.length > FIRST;
  const className = mono ? cx(styles['block-text'], styles.mono, layout.mono) : styles['block-text'];
  return (
    <>
      {isLong && (
        <div className={styles['text-search']} role="search">
          <TextInput
            type="search"
            size="xs"
            leftSection={<Icon name="search" size={14} />}
            aria-label={t('content.search.label')}
            placeholder={t('content.search.label')}
            value={query}
            spellCheck={false}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
        </div>
      )}
      {query.trim() !== '' ? (
        <Found text={text} query={query} className={className} />
      ) : (
        <>
          <div className={className}>
            <VisibleText text={rest > 0 ? text.slice(0, shown) : text} />
          </div>
          {rest > 0 && (
            <Button size="xs" variant="subtle" onClick={() => setShown(shown * 10)}>
              {t('content.showMore', { count: rest })}
            </Button>
          )}
          {isLong && rest <= 0 && (
            <Button size="xs" variant="subtle" onClick={() => setShown(FIRST)}>
              {t('common.collapse')}
            </Button>
          )}
        </>
      )}
    </>
  );
}

interface FoundProps {
  text: string;
  query: string;
  className: string | undefined;
}

/** The lines that hold what is searched for. */
function Found({ text, query, className }: FoundProps): ReactNode {
  const wanted = useDeferredValue(query);
  const { lines, count } = useMemo(() => findLines(text, wanted), [text, wanted]);
  return (
    <>
      <Announced as="p" className={styles['text-search']}>
        {t('content.search.found', { count })}
      </Announced>
      <div className={className}>
        {lines.map((line) => (
          <div key={line.number} className={styles['found-line']}>
            <span>{line.number}</span>
            <span>
              <VisibleText text={line.text} />
            </span>
          </div>
        ))}
      </div>
    </>
  );
}
