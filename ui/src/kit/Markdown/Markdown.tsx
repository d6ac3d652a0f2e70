import type { ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { visibleParts } from '../../lib/visible';
import { Icon } from '../Icon';
import { t } from '../../words/translate';
import styles from './markdown.module.css';

/** A heading of the text is none of the window's own: for a screen reader it begins at the third level. */
const heading =
  (Tag: 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6', level: number) =>
  ({ children }: { children?: ReactNode }): ReactNode => <Tag aria-level={level}>{children}</Tag>;

// What a server writes must not lead anywhere: a link shows its address and does nothing, a picture is never loaded.
const components: Components = {
  h1: heading('h1', 3),
  h2: heading('h2', 4),
  h3: heading('h3', 5),
  h4: heading('h4', 6),
  h5: heading('h5', 6),
  h6: heading('h6', 6),
  a: ({ href, children }) => (
    <span className={styles['md-link']}>
      {children}
      {href !== undefined && href !== '' && textOf(children) !== href && (
        <span className={styles['md-address']}> {href}</span>
      )}
    </span>
  ),
  img: ({ src, alt }) => (
    <span className={styles['md-picture']}>
      <Icon name="image" size={12} />
      <span>{alt !== undefined && alt !== '' ? alt : t('content.imageNotLoaded')}</span>
      {typeof src === 'string' && (
        <span className={styles['md-address']}>{src.length > 120 ? `${src.slice(0, 120)}…` : src}</span>
      )}
    </span>
  ),
  table: ({ children }) => (
    <div className={styles['md-table']}>
      <table>{children}</table>
    </div>
  ),
  input: ({ checked }) => <span>{checked === true ? '☑' : '☐'}</span>,
};

/** What is shown of a node: its text, and the properties of links and pictures. */
interface Shown {
  value?: string;
  properties?: Record<string, unknown>;
  children?: Shown[];
}

const SHOWN_PROPERTIES = ['alt', 'title', 'href', 'src'];

/** Hidden characters get their code points after parsing: until then they may be references. */
function showHidden(): (tree: Shown) => void {
  return showIn;
}

function showIn(node: Shown): void {
  if (node.value !== undefined) node.value = visible(node.value);
  for (const name of SHOWN_PROPERTIES) {
    const property = node.properties?.[name];
    if (node.properties !== undefined && typeof property === 'string')
      node.properties[name] = visible(property);
  }
  node.children?.forEach(showIn);
}

function visible(text: string): string {
  return visibleParts(text)
    .map((part) => (part.kind === 'text' ? part.text : `⟨${part.codePoint}⟩`))
    .join('');
}

function textOf(node: ReactNode): string {
  return typeof node === 'string' ? node : Array.isArray(node) ? node.map(textOf).join('') : '';
}

/** Markdown a server wrote: no HTML, no pictures from elsewhere, no links that can be followed. */
export function Markdown({ text }: { text: string }): ReactNode {
  return (
    <div className={styles.md}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rehypeSanitize, showHidden]}
        components={components}
        skipHtml
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}
