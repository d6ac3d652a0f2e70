import { useState } from 'react';
import type { ReactNode } from 'react';
import type { JsonValue, PinId, WebtoolComparison, WebtoolSnapshot } from '../../api/generated/contract';
import { useAnswer } from '../../api/queries';
import { DifferenceSummary } from '../review/DifferenceSummary';
import { DiffTable, RawDiff } from '../review/DiffTable';
import { ErrorNotice } from '../message/ErrorNotice';
import { Note } from '../../kit/Note';
import { Segments } from '../../kit/Segments';
import { Skeleton } from '../../kit/Skeleton';
import { VisibleText } from '../../kit/VisibleText';
import { isObject } from '../../lib/json';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';

interface WebtoolDifferencesProps {
  webtool: WebtoolSnapshot;
  /** The document that is compared with the one in use. */
  pinId: PinId;
}

/** Shows how another document of a webtool differs from the one in use. */
export function WebtoolDifferences({ webtool, pinId }: WebtoolDifferencesProps): ReactNode {
  const comparison = useAnswer('webtool.compare', { webtoolId: webtool.id, pinId });
  if (comparison.isPending) return <Skeleton rows={5} />;
  if (comparison.isError)
    return <ErrorNotice error={comparison.error} onRetry={() => void comparison.refetch()} />;
  return (
    <>
      <BaseStays webtool={webtool} comparison={comparison.data} />
      <Differences comparison={comparison.data} />
    </>
  );
}

/** Other servers in an API's document do not move its calls: the person has chosen where those go. */
function BaseStays({
  webtool,
  comparison,
}: Pick<WebtoolDifferencesProps, 'webtool'> & DifferencesProps): ReactNode {
  const moved = comparison.differences.some(
    ({ path }) => path === '/servers' || path.startsWith('/servers/'),
  );
  if (webtool.kind !== 'openapi' || !moved) return null;
  const bare = (url: string): string => url.replace(/\/+$/, '');
  const named = serversOf(parsed(comparison.newText)).some((url) => bare(url) === bare(webtool.base));
  return (
    <Note tone="lamp" icon="info">
      {t.rich(named ? 'servers.webtool.compare.baseKept' : 'servers.webtool.compare.baseMissing', {
        base: () => (
          <span className={cx(layout.mono, layout.b)}>
            <VisibleText text={webtool.base} />
          </span>
        ),
      })}
    </Note>
  );
}

function serversOf(document: JsonValue): string[] {
  const servers = isObject(document) ? document['servers'] : undefined;
  return (Array.isArray(servers) ? servers : []).flatMap((server) =>
    isObject(server) && typeof server['url'] === 'string' ? [server['url']] : [],
  );
}

interface DifferencesProps {
  comparison: WebtoolComparison;
}

function Differences({ comparison }: DifferencesProps): ReactNode {
  const [view, setView] = useState(0);
  const { differences } = comparison;
  return (
    <>
      {differences.length === 0 && <p className={layout.t2}>{t('servers.webtool.compare.same')}</p>}
      <DifferenceSummary {...comparison} />
      <div className={layout.row}>
        <Segments
          label={t('servers.webtool.compare.view')}
          data={[
            { value: 0, label: t('servers.webtool.compare.byField') },
            { value: 1, label: t('common.rawJson') },
          ]}
          value={view}
          onChange={setView}
        />
      </div>
      {view === 1 && <RawDiff old={parsed(comparison.oldText)} now={parsed(comparison.newText)} />}
      {view === 0 && differences.length > 0 && (
        <DiffTable
          differences={differences}
          was={<Head sha256={comparison.oldSha256}>{t('servers.webtool.compare.was')}</Head>}
          now={<Head sha256={comparison.newSha256}>{t('servers.webtool.compare.now')}</Head>}
        />
      )}
    </>
  );
}

/** Core text to what the viewer of two definitions takes; what is no JSON is shown as text. */
function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

function Head({ children, sha256 }: { children: string; sha256: string }): ReactNode {
  return (
    <>
      {children}{' '}
      <span className={cx(layout.mono, layout.t3)}>
        {t('servers.webtool.sha256')} {sha256.slice(0, 8)}
      </span>
    </>
  );
}
