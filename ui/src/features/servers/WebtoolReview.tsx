import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type {
  JsonValue,
  PinId,
  WebtoolComparison,
  WebtoolDifference,
  WebtoolSnapshot,
} from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { useWebtoolComparison } from '../../api/webtools';
import type { Differing } from '../../components/DiffTable';
import { DiffTable, RawDiff } from '../../components/DiffTable';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Icon } from '../../components/Icon';
import type { IconName } from '../../components/iconPaths';
import { InWords } from '../../components/InWords';
import { Note } from '../../components/Note';
import { Segments } from '../../components/Segments';
import { Sheet } from '../../components/Sheet';
import { Skeleton } from '../../components/Skeleton';
import { count } from '../../lib/format';
import { notify } from '../../lib/notify';

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
  const accept = useOperation('webtool.use', {
    onSuccess: ({ version }) => done(`${webtool.label} is now pinned to ${version}`),
  });
  const keep = useOperation('webtool.keep', { onSuccess: () => done(`${webtool.label} stays as it is`) });
  const error = accept.error ?? keep.error;
  return (
    <Sheet
      title={isFound ? `${webtool.label} changed since you reviewed it` : `${webtool.label}: another version`}
      onClose={onClose}
      footer={
        <>
          <span className="grow fs12 t2">
            {comparison.data === undefined
              ? ''
              : `Accepting pins ${comparison.data.newSha256.slice(0, 8)}; only that is used from then on.`}
          </span>
          <Button
            size="md"
            loading={accept.isPending}
            disabled={comparison.data === undefined}
            onClick={() =>
              isOlder && !isSure ? setSure(true) : accept.mutate({ webtoolId: webtool.id, pinId })
            }
          >
            {isOlder
              ? isSure
                ? 'Yes, go back to it'
                : 'Accept the older one'
              : isFound
                ? 'Accept the new one'
                : 'Use this version'}
          </Button>
          <Button
            size="md"
            variant="filled"
            loading={keep.isPending}
            data-autofocus
            onClick={() => (isFound ? keep.mutate({ webtoolId: webtool.id }) : onClose())}
          >
            Keep the old one
          </Button>
        </>
      }
    >
      {comparison.isPending && <Skeleton rows={5} />}
      {comparison.isError && (
        <ErrorNotice error={comparison.error} onRetry={() => void comparison.refetch()} />
      )}
      {comparison.data !== undefined && <Differences comparison={comparison.data} />}
      {error !== null && <ErrorNotice error={error} />}
    </Sheet>
  );
}

const ICONS: Record<WebtoolDifference['kind'], { icon: IconName; tone: string }> = {
  host: { icon: 'globe', tone: 'bad' },
  auth: { icon: 'lock', tone: 'bad' },
  schema: { icon: 'form', tone: 'lamp' },
  text: { icon: 'fileText', tone: 'lamp' },
  annotation: { icon: 'info', tone: 't2' },
  other: { icon: 'edit', tone: 't2' },
};

function Differences({ comparison }: { comparison: WebtoolComparison }): ReactNode {
  const [view, setView] = useState(0);
  const { differences, leftOut } = comparison;
  const hidden = differences.reduce((sum, difference) => sum + difference.hidden, 0);
  return (
    <>
      <ul className="webtool-words">
        {hidden > 0 && (
          <li className="row">
            <span className="bad">
              <Icon name="eyeOff" />
            </span>
            <span>
              <span className="b">Hides text from you.</span> {count(hidden, 'character')} in the new text
              cannot be seen; what is hidden is shown below.
            </span>
          </li>
        )}
        {differences.map(({ path, kind, words }) => (
          <li key={`${path} ${words}`} className="row">
            <span className={ICONS[kind].tone}>
              <Icon name={ICONS[kind].icon} />
            </span>
            <span className="wrap">
              <InWords text={words} />
            </span>
          </li>
        ))}
        {differences.length === 0 && (
          <li className="t2">
            Both say the same; only the way of writing, or the place it came from, is another one.
          </li>
        )}
      </ul>
      {leftOut > 0 && (
        <Note tone="lamp">{count(leftOut, 'more difference')} stand in the raw text only.</Note>
      )}
      <div className="row">
        <Segments
          pick="one"
          label="How the difference is shown"
          segments={[{ label: 'Field by field' }, { label: 'Raw' }]}
          chosen={[view]}
          onPick={setView}
        />
      </div>
      {view === 1 && <RawDiff old={parsed(comparison.oldText)} now={parsed(comparison.newText)} />}
      {view === 0 && differences.length > 0 && (
        <DiffTable
          differences={differences.map(differing)}
          was={<Head sha256={comparison.oldSha256}>as you reviewed it</Head>}
          now={<Head sha256={comparison.newSha256}>the other</Head>}
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

/** A side that is absent has nothing there; `null` inside is a value. */
function differing({ path, old, new: now }: WebtoolDifference): Differing {
  return {
    path,
    ...(old === null ? {} : { old: old.value }),
    ...(now === null ? {} : { new: now.value }),
  };
}

function Head({ children, sha256 }: { children: string; sha256: string }): ReactNode {
  return (
    <>
      {children} <span className="mono t3">sha256 {sha256.slice(0, 8)}</span>
    </>
  );
}
