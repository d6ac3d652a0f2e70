import type { ReactNode } from 'react';
import type { PinId, WebtoolId } from '../../api/generated/contract';
import { useAnswer } from '../../api/queries';
import { CodeView } from '../../kit/CodeView/CodeView';
import { DifferenceSummary } from '../review/DifferenceSummary';
import { ErrorNotice } from '../message/ErrorNotice';
import { Skeleton } from '../../kit/Skeleton';
import { languageOf } from '../../lib/json';
import { t } from '../../words/translate';
import styles from './webtool.module.css';

/** A document of a webtool exactly as it came. */
export function WebtoolText({ webtoolId, pinId }: { webtoolId: WebtoolId; pinId: PinId }): ReactNode {
  const text = useAnswer('webtool.text', { webtoolId, pinId });
  return (
    <>
      {text.data !== undefined && <DifferenceSummary {...text.data} differences={[]} leftOut={0} />}
      <div className={styles.text}>
        {text.isPending && <Skeleton rows={5} />}
        {text.isError && <ErrorNotice error={text.error} onRetry={() => void text.refetch()} />}
        {text.data !== undefined && (
          <CodeView
            text={text.data.text}
            label={t('servers.webtool.document')}
            language={languageOf(text.data.text)}
          />
        )}
      </div>
    </>
  );
}
