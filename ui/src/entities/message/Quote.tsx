import type { ReactNode } from 'react';
import type { ServerSnapshot } from '../../api/generated/contract';
import { ServerIcon } from '../server/ServerIcon';
import { ServerMarkdown } from './ServerMarkdown';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import { LongText } from '../content/LongText';
import { isLong } from '../content/isLong';
import contentStyles from '../content/content.module.css';
import styles from './quote.module.css';

interface QuoteProps {
  /** Who wrote it; without it the quotation stands unsigned (the signature is nearby). */
  server?: Pick<ServerSnapshot, 'label' | 'icon'>;
  /** What it did: "wrote", "wrote to stderr". */
  verb?: string;
  /** A tinted block instead of a bare edge. */
  block?: boolean;
  /** The text itself; or give children for text that is already broken up. */
  text?: string;
  children?: ReactNode;
}

/** Server text: marked by its edge, signed with the user's label, with nothing hidden in it. */
export function Quote({
  server,
  verb = t('shared.wrote'),
  block = false,
  text,
  children,
}: QuoteProps): ReactNode {
  return (
    <blockquote
      className={block ? cx(styles.quote, contentStyles.block, styles.block) : styles.quote}
      data-part="quote"
    >
      {server !== undefined && (
        <div className={styles['quote-by']}>
          <ServerIcon icon={server.icon} size={14} /> <b>{server.label}</b> {verb}
        </div>
      )}
      {text !== undefined && isLong(text) && (
        <LongText text={text} label={t('content.view.text')} language="plain" />
      )}
      {text !== undefined && !isLong(text) && (
        <div className={styles['quote-text']}>
          <ServerMarkdown text={text} />
        </div>
      )}
      {children}
    </blockquote>
  );
}
