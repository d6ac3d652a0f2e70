import { Button } from '../../kit/controls';
import type { ReactNode } from 'react';
import type { PinId, WebtoolPin, WebtoolSnapshot } from '../../api/generated/contract';
import { useAnswer, useOperation } from '../../api/queries';
import { formatDay } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { AgreeButton } from '../review/AcceptButton';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';

interface WebtoolChoiceProps {
  webtool: WebtoolSnapshot;
  /** The document that is compared with the one in use. */
  pinId: PinId;
  /** Hears what was decided, as a sentence; `null` = nothing. */
  onDone: (decision: string | null) => void;
}

/** Chooses between the document of a webtool in use and another one. */
export function WebtoolChoice({ webtool, pinId, onDone }: WebtoolChoiceProps): ReactNode {
  const comparison = useAnswer('webtool.compare', { webtoolId: webtool.id, pinId });
  const pins = useAnswer('webtool.get', { webtoolId: webtool.id }).data?.pins ?? [];
  const accept = useOperation('webtool.activateVersion', {
    onSuccess: ({ version }) => onDone(t('servers.webtool.uses', { webtool: webtool.label, version })),
    onError: notifyError,
  });
  const keep = useOperation('webtool.dismissUpdate', {
    onSuccess: () => onDone(t('servers.webtool.kept', { webtool: webtool.label })),
    onError: notifyError,
  });
  const found = webtool.checked?.found;
  const isFound = found?.kind === 'other' && found.pinId === pinId;
  const labels = labelsOf(webtool, pinId, pins);
  return (
    <>
      <span className={cx(layout.grow, layout.fs12, layout.t2)}>
        {comparison.data !== undefined &&
          t('servers.webtool.compare.help', { sha256: comparison.data.newSha256.slice(0, 8) })}
      </span>
      {comparison.data !== undefined && (
        <AgreeButton
          key={comparison.data.newSha256}
          size="md"
          loading={accept.isPending}
          onClick={() => accept.mutate({ webtoolId: webtool.id, pinId })}
        >
          {labels.accept}
        </AgreeButton>
      )}
      <Button
        size="md"
        variant="filled"
        loading={keep.isPending}
        data-autofocus
        onClick={() => (isFound ? keep.mutate({ webtoolId: webtool.id }) : onDone(null))}
      >
        {labels.keep}
      </Button>
    </>
  );
}

/** What the two buttons say; after a return to an older version they name both by number and day. */
function labelsOf(
  { checked }: WebtoolSnapshot,
  pinId: PinId,
  pins: readonly WebtoolPin[],
): { accept: string; keep: string } {
  const found = checked?.found;
  const isFound = found?.kind === 'other' && found.pinId === pinId;
  const current = pins.find((pin) => pin.current);
  const other = pins.find(({ id }) => id === pinId);
  if (isFound && found.change === 'downgraded' && current !== undefined && other !== undefined) {
    const named = ({ version, fetchedAt }: WebtoolPin) => ({
      version: visibleString(version),
      date: formatDay(fetchedAt),
    });
    return {
      accept: t('servers.webtool.compare.useServed', named(other)),
      keep: t('servers.webtool.compare.keepVersion', named(current)),
    };
  }
  return {
    accept: t(isFound ? 'common.approveChange' : 'servers.webtool.compare.use'),
    keep: t('servers.webtool.keep'),
  };
}
