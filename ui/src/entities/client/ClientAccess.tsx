import { Button, Segments, Switch } from '../../kit/controls';
import type { ReactNode } from 'react';
import type { ClientProfile } from '../../api/generated/contract';
import { useOwners } from '../../api/webtools';
import { useAnswer } from '../../api/queries';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import styles from './client.module.css';
import { hasOneServer, hiddenOfOthers, withChoice, withoutOthers } from './profile';
import { SourceAccess } from './SourceAccess';

interface ClientAccessProps {
  profile: ClientProfile;
  /** Whether tools can be chosen that are listed always. */
  withFavorites?: boolean;
  onChange: (profile: ClientProfile) => void;
}

/** What a client may see: servers, single tools, prompts, resources. */
export function ClientAccess({ profile, withFavorites = false, onChange }: ClientAccessProps): ReactNode {
  const owners = useOwners();
  const sections = useAnswer('tool.list', { serverId: null }).data;
  const { kind } = profile.sources;
  const ids = owners.map(({ id }) => id);
  const left = hiddenOfOthers(profile, ids);
  return (
    <section aria-label={t('clients.access.title')} className={styles.access} data-part="access">
      <h3 className={layout.label}>{t('clients.access.title')}</h3>
      <div className={layout.row}>
        <Segments
          label={t('clients.access.choice')}
          data={[
            { value: 'all', label: t('clients.access.all') },
            { value: 'only', label: t('clients.access.only') },
          ]}
          value={kind}
          // From all to some: nothing is hidden before the person says so.
          onChange={(next) => onChange(withChoice(profile, next, ids))}
        />
        <span className={cx(layout.fs12, layout.t2)}>
          {t(kind === 'all' ? 'clients.access.allHelp' : 'clients.access.onlyHelp')}
        </span>
      </div>
      {owners.length === 0 ? (
        <p className={cx(layout.fs12, layout.t3)}>{t('clients.access.noServers')}</p>
      ) : (
        <ul className={styles.sources} aria-label={t('clients.access.choice')}>
          {owners.map((owner) => (
            <SourceAccess
              key={owner.id}
              owner={owner}
              tools={sections?.find(({ serverId }) => serverId === owner.id)?.items ?? []}
              profile={profile}
              withFavorites={withFavorites}
              onChange={onChange}
            />
          ))}
        </ul>
      )}
      {left > 0 && (
        <p className={cx(layout.row, layout.fs12, layout.t2)}>
          {t('clients.access.ofRemoved', { count: left })}
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t('clients.access.removeOfRemoved')}
            onClick={() => onChange(withoutOthers(profile, ids))}
          >
            {t('common.remove')}
          </Button>
        </p>
      )}
      <div className={styles.kinds}>
        {(['prompts', 'resources'] as const).map((what) => (
          <Switch
            key={what}
            label={t(`clients.access.${what}`)}
            checked={profile[what] === 'offered'}
            onChange={(event) =>
              onChange({ ...profile, [what]: event.currentTarget.checked ? 'offered' : 'hidden' })
            }
          />
        ))}
        {hasOneServer(profile) && (
          <Switch
            label={t('clients.access.plainNames')}
            description={t('clients.access.plainNamesHelp')}
            checked={profile.names === 'plain'}
            onChange={(event) =>
              onChange({ ...profile, names: event.currentTarget.checked ? 'plain' : 'withServer' })
            }
          />
        )}
      </div>
    </section>
  );
}
