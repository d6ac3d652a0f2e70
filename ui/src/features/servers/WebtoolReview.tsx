import { Button } from '../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { JsonValue, PinId, WebtoolComparison, WebtoolSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { useWebtoolComparison } from '../../api/webtools';
import { DifferenceSummary } from '../../entities/review/DifferenceSummary';
import { DiffTable, RawDiff } from '../../entities/review/DiffTable';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Note } from '../../kit/Note';
import { Segments } from '../../kit/Segments';
import { Sheet } from '../../kit/Sheet';
import { Skeleton } from '../../kit/Skeleton';
import { VisibleText } from '../../kit/VisibleText';
import { isObject } from '../../lib/json';
import { notify } from '../../lib/notify';
import { t } from '../../words/translate';

interface WebtoolReviewProps {
  webtool: WebtoolSnapshot;
  /** The document that is held against the one in use. */
  pinId: PinId;
  onClose: () => void;
}

/** What is different in another document of a webtool, and the choice between both. */
export function WebtoolReview({ webtool, pinId, onClose }: WebtoolReviewProps): ReactNode {
  const comparison = useWebtoolComparison(webtool.id, pinId);
  const found = webtool.checked?.found;
  const isFound = found?.kind === 'other' && found.pinId === pinId;
  const isOlder = found?.kind === 'other' && found.pinId === pinId && found.change === 'downgraded';
  const [isSure, setSure] = useState(false);
  const done = (what: string) => {
    notify(what);
    onClose();
  };
  const accept = useOperation('webtool.activateVersion', {
    onSuccess: ({ version }) => done(t('servers.webtool.uses', { webtool: webtool.label, version })),
  });
  const keep = useOperation('webtool.dismissUpdate', {
    onSuccess: () => done(t('servers.webtool.kept', { webtool: webtool.label })),
  });
  const error = accept.error ?? keep.error;
  const acceptText = () => {
    if (isOlder && isSure) return 'servers.webtool.compare.confirmOlder';
    if (isOlder) return 'servers.webtool.compare.approveOlder';
    return isFound ? 'servers.webtool.compare.approve' : 'servers.webtool.compare.use';
  };
  return (
    <Sheet
      title={t(isFound ? 'servers.webtool.compare.changed' : 'servers.webtool.compare.versions', {
        webtool: webtool.label,
      })}
      onClose={onClose}
      footer={
        <>
          <span className="grow fs12 t2">
            {comparison.data === undefined
              ? ''
              : t('servers.webtool.compare.help', { sha256: comparison.data.newSha256.slice(0, 8) })}
          </span>
          <Button
            size="md"
            loading={accept.isPending}
            disabled={comparison.data === undefined}
            onClick={() =>
              isOlder && !isSure ? setSure(true) : accept.mutate({ webtoolId: webtool.id, pinId })
            }
          >
            {t(acceptText())}
          </Button>
          <Button
            size="md"
            variant="filled"
            loading={keep.isPending}
            data-autofocus
            onClick={() => (isFound ? keep.mutate({ webtoolId: webtool.id }) : onClose())}
          >
            {t('servers.webtool.keep')}
          </Button>
        </>
      }
    >
      {comparison.isPending && <Skeleton rows={5} />}
      {comparison.isError && (
        <ErrorNotice error={comparison.error} onRetry={() => void comparison.refetch()} />
      )}
      {comparison.data !== undefined && (
        <>
          <BaseStays webtool={webtool} comparison={comparison.data} />
          <Differences comparison={comparison.data} />
        </>
      )}
      {error !== null && <ErrorNotice error={error} />}
    </Sheet>
  );
}

/** Other servers in an API's document do not move its calls: the person has chosen where those go. */
function BaseStays({
  webtool,
  comparison,
}: Pick<WebtoolReviewProps, 'webtool'> & DifferencesProps): ReactNode {
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
          <span className="mono b">
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
      {differences.length === 0 && <p className="t2">{t('servers.webtool.compare.same')}</p>}
      <DifferenceSummary {...comparison} />
      <div className="row">
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
      <span className="mono t3">
        {t('servers.webtool.sha256')} {sha256.slice(0, 8)}
      </span>
    </>
  );
}
