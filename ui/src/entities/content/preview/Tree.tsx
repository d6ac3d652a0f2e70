import { useCallback, type ReactNode } from 'react';
import { CodeView } from '../../../kit/CodeView/CodeView';
import { JsonView } from '../../../kit/JsonView/JsonView';
import { Note } from '../../../kit/Note';
import { Skeleton } from '../../../kit/Skeleton';
import { tableOf } from '../../../kit/Table/jsonTable';
import { VisibleText } from '../../../kit/VisibleText';
import { cx } from '../../../lib/cx';
import { visibleString } from '../../../lib/visible';
import layout from '../../../styles/layout.module.css';
import { t } from '../../../words/translate';
import { Structured } from '../../result/Structured';
import { readTree, type TreeFormat } from './readTree';
import { useReading } from './useReading';
import styles from './preview.module.css';

interface TreeProps {
  format: TreeFormat;
  text: string;
  label: string;
}

/**
 * Text that holds a tree of values, or a list of objects, which is a table and a chart too. Where it cannot be read the
 * text is shown, with the line of the fault.
 */
export default function Tree({ format, text, label }: TreeProps): ReactNode {
  const reading = useReading(useCallback(() => readTree(format, text), [format, text]));
  if (reading === null) return <Skeleton rows={4} />;
  if (reading.kind === 'value')
    return (
      <div className={cx(styles['page'], layout.scrolls)}>
        {tableOf(reading.value) === null ? (
          <JsonView label={label} value={reading.value} />
        ) : (
          <Structured label={label} value={reading.value} />
        )}
      </div>
    );
  const { message, line, column } = reading;
  return (
    <div className={styles['stack']}>
      <Note tone="bad">
        {t.rich('content.preview.faultIn', {
          format: format.toUpperCase(),
          line,
          column,
          reason: () => <VisibleText text={message} />,
        })}
      </Note>
      <div className={styles['code']}>
        <CodeView
          label={t('content.preview.textOf', { name: visibleString(label) })}
          text={text}
          language={format}
          problem={{ line, column }}
        />
      </div>
    </div>
  );
}
