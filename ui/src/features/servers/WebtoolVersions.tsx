import { Button, TextInput } from '../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { PinId, WebtoolDetail, WebtoolId, WebtoolPin } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { stopOf } from '../../api/webtools';
import { Chip } from '../../kit/Chip';
import { CopyButton } from '../../kit/CopyButton';
import { VisibleText } from '../../kit/VisibleText';
import { StoppedChip } from '../../entities/webtool/WebtoolStopped';
import { formatBytes, formatMoment } from '../../lib/format';
import { notify } from '../../lib/notify';
import { WebtoolReview } from './WebtoolReview';
import { WebtoolText } from '../../entities/webtool/WebtoolText';
import { t } from '../../words/translate';
import { Hint } from '../../kit/Hint';

/** What is pinned: exactly what the person agreed to, and where calls go. */
export function WebtoolPinned({ detail }: { detail: WebtoolDetail }): ReactNode {
  const { snapshot, pins, session } = detail;
  const pin = pins.find(({ current }) => current);
  const { checked } = snapshot;
  return (
    <section aria-label={t('servers.webtool.versions.current')}>
      <h3 className="label">{t('servers.webtool.versions.current')}</h3>
      <dl className="kv">
        <dt>{t('common.version')}</dt>
        <dd className="mono">
          {snapshot.version === '' ? t('common.none') : <VisibleText text={snapshot.version} />}
        </dd>
        <dt>{t('servers.webtool.baseUrl')}</dt>
        <dd className="mono wrap">{snapshot.base}</dd>
        {pin !== undefined && (
          <>
            <dt>{t('servers.webtool.source')}</dt>
            <dd className="mono wrap">{pin.finalUrl ?? t('servers.webtool.pasted')}</dd>
            <dt>{t('servers.webtool.fetched')}</dt>
            <dd className="num">
              {formatMoment(pin.fetchedAt)}, {formatBytes(pin.sizeBytes)}
            </dd>
            <dt>{t('servers.webtool.sha256')}</dt>
            <dd className="row">
              <Hint className="mono cut" label={pin.sha256}>
                {pin.sha256}
              </Hint>
              <CopyButton text={() => pin.sha256} label={t('servers.webtool.versions.copySha256')} />
            </dd>
          </>
        )}
        <dt>{t('servers.webtool.versions.lastChecked')}</dt>
        <dd className="num">{checked === null ? t('common.never') : formatMoment(checked.at)}</dd>
        <dt>{t('servers.webtool.versions.session')}</dt>
        <Hint as="dd" className="mono cut" label={session}>
          {session}
        </Hint>
      </dl>
      {pin !== undefined && <PinText webtoolId={snapshot.id} pinId={pin.id} />}
    </section>
  );
}

function PinText({ webtoolId, pinId }: { webtoolId: WebtoolId; pinId: PinId }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <details className="raw" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('servers.webtool.document')}</summary>
      {open && <WebtoolText webtoolId={webtoolId} pinId={pinId} />}
    </details>
  );
}

/** Every version that is kept: look at what is different, use another one, fetch an old one. */
export function WebtoolVersions({ detail }: { detail: WebtoolDetail }): ReactNode {
  const { snapshot, pins } = detail;
  const [reviewed, setReviewed] = useState<PinId | null>(null);
  return (
    <section aria-label={t('servers.webtool.versions.title')}>
      <h3 className="label">{t('servers.webtool.versions.title')}</h3>
      <ul className="webtool-versions">
        {pins.map((pin) => (
          <VersionRow key={pin.id} pin={pin} stop={stopOf(snapshot)} onReview={() => setReviewed(pin.id)} />
        ))}
      </ul>
      {snapshot.kind === 'webtool' && snapshot.url !== null && <FetchVersion detail={detail} />}
      {reviewed !== null && (
        <WebtoolReview webtool={snapshot} pinId={reviewed} onClose={() => setReviewed(null)} />
      )}
    </section>
  );
}

interface VersionRowProps {
  pin: WebtoolPin;
  /** Why nothing of the webtool runs; `null` = it does. */
  stop: string | null;
  onReview: () => void;
}

function VersionRow({ pin, stop, onReview }: VersionRowProps): ReactNode {
  return (
    <li className="row">
      <span className="mono b">
        <VisibleText text={pin.version === '' ? t('servers.webtool.versions.none') : pin.version} />
      </span>
      <span className="mono t3">{pin.sha256.slice(0, 8)}</span>
      <span className="t3 num cut">{formatMoment(pin.fetchedAt)}</span>
      <span className="end">
        {pin.current && stop === null && <Chip tone="ok">{t('servers.webtool.versions.inUse')}</Chip>}
        {pin.current && stop !== null && <StoppedChip reason={stop} />}
        {!pin.current && (
          <Button
            size="xs"
            variant="subtle"
            aria-label={t('servers.webtool.versions.compareOf', {
              version: pin.version,
              sha256: pin.sha256.slice(0, 8),
            })}
            onClick={onReview}
          >
            {t('servers.webtool.versions.compare')}
          </Button>
        )}
      </span>
    </li>
  );
}

function FetchVersion({ detail }: { detail: WebtoolDetail }): ReactNode {
  const [version, setVersion] = useState('');
  const fetch = useOperation('webtool.fetch', {
    onSuccess: () => {
      notify(t('servers.webtool.versions.fetchedNotice', { version }));
      setVersion('');
    },
  });
  return (
    <form
      className="row webtool-fetch"
      onSubmit={(event) => {
        event.preventDefault();
        if (version.trim() !== '') fetch.mutate({ webtoolId: detail.snapshot.id, version: version.trim() });
      }}
    >
      <TextInput
        className="grow"
        size="xs"
        aria-label={t('servers.webtool.versions.fetchLabel')}
        placeholder={t('servers.webtool.versions.fetchPlaceholder')}
        classNames={{ input: 'mono' }}
        value={version}
        error={fetch.error === null ? undefined : <VisibleText text={fetch.error.message} />}
        onChange={(event) => setVersion(event.currentTarget.value)}
      />
      <Button size="xs" type="submit" loading={fetch.isPending} disabled={version.trim() === ''}>
        {t('servers.webtool.versions.fetch')}
      </Button>
    </form>
  );
}
