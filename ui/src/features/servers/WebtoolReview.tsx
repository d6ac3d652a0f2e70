import type { ReactNode } from 'react';
import type { PinId, WebtoolSnapshot } from '../../api/generated/contract';
import { WebtoolChoice } from '../../entities/webtool/WebtoolChoice';
import { WebtoolDifferences } from '../../entities/webtool/WebtoolDifferences';
import { Sheet } from '../../kit/Sheet';
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
  const found = webtool.checked?.found;
  const isFound = found?.kind === 'other' && found.pinId === pinId;
  return (
    <Sheet
      title={t(isFound ? 'servers.webtool.compare.changed' : 'servers.webtool.compare.versions', {
        webtool: webtool.label,
      })}
      onClose={onClose}
      footer={
        <WebtoolChoice
          webtool={webtool}
          pinId={pinId}
          onDone={(decision) => {
            if (decision !== null) notify(decision);
            onClose();
          }}
        />
      }
    >
      <WebtoolDifferences webtool={webtool} pinId={pinId} />
    </Sheet>
  );
}
