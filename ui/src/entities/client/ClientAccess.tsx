import { Checkbox, Switch } from '../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ClientProfile, SourceId } from '../../api/generated/contract';
import { useTools } from '../../api/queries';
import { useOwners } from '../../api/webtools';
import type { Owner } from '../../api/webtools';
import { Icon } from '../../kit/Icon';
import { cx } from '../../lib/cx';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import styles from './client.module.css';

interface ClientAccessProps {
  profile: ClientProfile;
  disabled?: boolean;
  onChange: (profile: ClientProfile) => void;
}

/** What a client may see: servers, single tools, prompts, resources. */
export function ClientAccess({ profile, disabled = false, onChange }: ClientAccessProps): ReactNode {
  const owners = useOwners();
  const { sources } = profile;
  const chosen = sources.kind === 'all' ? owners.map(({ id }) => id) : sources.serverIds;
  const choose = (id: SourceId, shown: boolean): void =>
    onChange({
      ...profile,
      sources: { kind: 'only', serverIds: shown ? [...chosen, id] : chosen.filter((each) => each !== id) },
    });
  return (
    <section aria-label={t('clients.access.title')} data-part="access">
      <h3 className={layout.label}>{t('clients.access.title')}</h3>
      <Switch
        label={t('clients.access.all')}
        description={t('clients.access.allHelp')}
        checked={sources.kind === 'all'}
        disabled={disabled}
        onChange={(event) =>
          onChange({
            ...profile,
            sources: event.currentTarget.checked ? { kind: 'all' } : { kind: 'only', serverIds: chosen },
          })
        }
      />
      <ul
        className={styles.sources}
        data-all={sources.kind === 'all' || undefined}
        aria-label={t('common.servers')}
      >
        {owners.map((owner) => (
          <li key={owner.id}>
            {sources.kind === 'all' ? (
              <span>{visibleString(owner.label)}</span>
            ) : (
              <Checkbox
                label={visibleString(owner.label)}
                checked={chosen.includes(owner.id)}
                disabled={disabled}
                onChange={(event) => choose(owner.id, event.currentTarget.checked)}
              />
            )}
            {chosen.includes(owner.id) && (
              <ToolChoice owner={owner} profile={profile} disabled={disabled} onChange={onChange} />
            )}
          </li>
        ))}
      </ul>
      <div className={styles.kinds}>
        {(['prompts', 'resources'] as const).map((kind) => (
          <Switch
            key={kind}
            label={t(`clients.access.${kind}`)}
            checked={profile[kind] === 'offered'}
            disabled={disabled}
            onChange={(event) =>
              onChange({ ...profile, [kind]: event.currentTarget.checked ? 'offered' : 'hidden' })
            }
          />
        ))}
      </div>
    </section>
  );
}

/** The tools of a server, each of which can be left out. They are listed when they are asked for. */
function ToolChoice({ owner, ...rest }: ClientAccessProps & { owner: Owner }): ReactNode {
  const [open, setOpen] = useState(false);
  const { hiddenTools } = rest.profile;
  const count = hiddenTools.filter(({ serverId }) => serverId === owner.id).length;
  return (
    <>
      <button
        type="button"
        className={cx(styles.disclosure, layout.fs12, layout.t2)}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'down' : 'right'} size={12} />
        {t('clients.access.tools', { server: visibleString(owner.label), count })}
      </button>
      {open && <ToolList owner={owner} {...rest} />}
    </>
  );
}

function ToolList({ owner, profile, disabled, onChange }: ClientAccessProps & { owner: Owner }): ReactNode {
  const tools = useTools(owner.id).data?.flatMap(({ items }) => items) ?? [];
  const { hiddenTools } = profile;
  const isHidden = (name: string) =>
    hiddenTools.some(({ serverId, tool }) => serverId === owner.id && tool === name);
  const others = (name: string) =>
    hiddenTools.filter(({ serverId, tool }) => serverId !== owner.id || tool !== name);
  if (tools.length === 0) return <p className={cx(layout.fs12, layout.t3)}>{t('clients.access.noTools')}</p>;
  return (
    <ul className={styles.tools} aria-label={t('common.tools')}>
      {tools.map(({ name, title }) => (
        <li key={name}>
          <Checkbox
            size="xs"
            label={visibleString(title)}
            checked={!isHidden(name)}
            {...(disabled === undefined ? {} : { disabled })}
            onChange={(event) =>
              onChange({
                ...profile,
                hiddenTools: event.currentTarget.checked
                  ? others(name)
                  : [...others(name), { serverId: owner.id, tool: name }],
              })
            }
          />
        </li>
      ))}
    </ul>
  );
}
