import type { ReactNode } from 'react';
import { Markdown } from '../../../kit/Markdown/Markdown';
import { cx } from '../../../lib/cx';
import layout from '../../../styles/layout.module.css';
import styles from './preview.module.css';

/** Markdown, laid out. */
export default function MarkdownPage({ text }: { text: string }): ReactNode {
  return (
    <div className={cx(styles['page'], layout.scrolls)}>
      <Markdown text={text} />
    </div>
  );
}
