import { Component, type ReactNode } from 'react';
import { Note } from '../../../kit/Note';
import { VisibleText } from '../../../kit/VisibleText';
import { t } from '../../../words/translate';
import styles from './preview.module.css';

interface PreviewBoundaryProps {
  /** What is shown below the fault instead. */
  instead: ReactNode;
  children: ReactNode;
}

/** A preview that fails says so in its pane, and what is known of the content is still there. */
export class PreviewBoundary extends Component<PreviewBoundaryProps, { fault: string | null }> {
  override state = { fault: null };

  static getDerivedStateFromError(error: unknown): { fault: string } {
    return { fault: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    return (
      <div className={styles['stack']}>
        <Note tone="bad">
          {t.rich('content.preview.failed', { reason: () => <VisibleText text={fault} /> })}
        </Note>
        {this.props.instead}
      </div>
    );
  }
}
