import { Button, TextInput } from '../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type {
  PinId,
  WebtoolDetail,
  WebtoolId,
  WebtoolPin,
  WebtoolSnapshot,
} from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { stopOf } from '../../api/webtools';
import { Chip } from '../../kit/Chip';
import { CopyButton } from '../../kit/CopyButton';
import { VisibleText } from '../../kit/VisibleText';
import { StoppedChip } from '../../entities/webtool/WebtoolStopped';
import { formatBytes, formatMoment } from '../../lib/format';
import { notify } from '../../lib/notify';
import { FactList } from './FactList';
import type { Fact } from './FactList';
import { WebtoolReview } from './WebtoolReview';
import { WebtoolText } from '../../entities/webtool/WebtoolText';
import { t } from '../../words/translate';
import { Hint } from '../../kit/Hint';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import serversStyles from './servers.module.css';
import styles from './webtools.module.css';

/** What is pinned: exactly what the person agreed to, and where calls go. */
export function WebtoolPinned({ detail }: { detail: WebtoolDetail }): ReactNode {
  const { snapshot, pins, session } = detail;
  const pin = pins.find(({ current }) => current);
  const { checked } = snapshot;
  const facts: Fact[] = [
    {
      name: t('common.version'),
      value: (
        <span className={layout.mono}>
          {snapshot.version === '' ? t('common.none') : <VisibleText text={snapshot.version} />}
        </span>
      ),
    },
    {
      name: t('servers.webtool.baseUrl'),
      value: <span className={cx(layout.mono, styles.wrap, layout.wrap)}>{snapshot.base}</span>,
    },
    ...(pin === undefined
      ? []
      : [
          {
            name: t('servers.webtool.source'),
            value: (
              <span className={cx(layout.mono, styles.wrap, layout.wrap)}>
                {pin.finalUrl ?? t('servers.webtool.pasted')}
              </span>
            ),
          },
          {
            name: t('servers.webtool.fetched'),
            value: (
              <span className={layout.num}>
                {formatMoment(pin.fetchedAt)}, {formatBytes(pin.sizeBytes)}
              </span>
            ),
          },
          {
            name: t('servers.webtool.sha256'),
            value: (
              <span className={layout.row}>
                <Hint className={cx(layout.mono, layout.cut)} label={pin.sha256}>
                  {pin.sha256}
                </Hint>
                <CopyButton text={() => pin.sha256} label={t('servers.webtool.versions.copySha256')} />
              </span>
            ),
          },
        ]),
    { name: t('servers.webtool.versions.lastChecked'), value: <LastChecked checked={checked} /> },
    {
      name: t('servers.webtool.versions.session'),
      value: (
        <Hint className={cx(layout.mono, layout.cut)} label={session}>
          {session}
        </Hint>
      ),
    },
  ];
  return (
    <FactList title={t('servers.webtool.versions.current')} facts={facts}>
      {pin !== undefined && <PinText webtoolId={snapshot.id} pinId={pin.id} />}
    </FactList>
  );
}

/** When a new version was last looked for, and what came of it. */
function LastChecked({ checked }: Pick<WebtoolSnapshot, 'checked'>): ReactNode {
  if (checked === null) return t('common.never');
  return (
    <span className={layout.num}>
      {formatMoment(checked.at)}, {t(`servers.webtool.versions.result.${checked.found.kind}`)}
    </span>
  );
}

function PinText({ webtoolId, pinId }: { webtoolId: WebtoolId; pinId: PinId }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <details className={serversStyles.raw} onToggle={(event) => setOpen(event.currentTarget.open)}>
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
      <h3 className={layout.label}>{t('servers.webtool.versions.title')}</h3>
      <ul className={styles['webtool-versions']}>
        {pins.map((pin) => (
          <VersionRow key={pin.id} pin={pin} webtool={snapshot} onReview={() => setReviewed(pin.id)} />
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
  webtool: WebtoolSnapshot;
  onReview: () => void;
}

/** How a version stands to the one in use: offered now, or what the person did with it before. */
function Standing({ pin, webtool }: Pick<VersionRowProps, 'pin' | 'webtool'>): ReactNode {
  const stop = stopOf(webtool);
  const found = webtool.checked?.found;
  if (pin.current && stop === null) return <Chip tone="ok">{t('servers.webtool.versions.inUse')}</Chip>;
  if (pin.current && stop !== null) return <StoppedChip reason={stop} />;
  const offered = found?.kind === 'other' && found.pinId === pin.id ? found : null;
  if (offered !== null && !offered.keptOld) {
    const { tone, text } = CHANGES[offered.change];
    return <Chip tone={tone}>{t(text)}</Chip>;
  }
  const standing = pin.standing === 'unknown' && offered !== null ? 'declined' : pin.standing;
  return <Chip>{t(`servers.webtool.versions.standing.${standing}`)}</Chip>;
}

const CHANGES = {
  newer: { tone: 'acc', text: 'common.newVersion' },
  silent: { tone: 'bad', text: 'servers.webtool.versions.silent' },
  downgraded: { tone: 'bad', text: 'servers.webtool.versions.older' },
} as const;

function VersionRow({ pin, webtool, onReview }: VersionRowProps): ReactNode {
  return (
    <li className={layout.row}>
      <span className={cx(layout.mono, layout.b)}>
        <VisibleText text={pin.version === '' ? t('servers.webtool.versions.none') : pin.version} />
      </span>
      <span className={cx(layout.mono, layout.t3)}>{pin.sha256.slice(0, 8)}</span>
      <span className={cx(layout.t3, layout.num, layout.cut)}>{formatMoment(pin.fetchedAt)}</span>
      <span className={layout.end}>
        <Standing pin={pin} webtool={webtool} />
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
      className={cx(layout.row, styles['webtool-fetch'])}
      onSubmit={(event) => {
        event.preventDefault();
        if (version.trim() !== '') fetch.mutate({ webtoolId: detail.snapshot.id, version: version.trim() });
      }}
    >
      <TextInput
        className={layout.grow}
        size="xs"
        aria-label={t('servers.webtool.versions.fetchLabel')}
        placeholder={t('servers.webtool.versions.fetchPlaceholder')}
        classNames={{ input: layout.mono }}
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
