import { Checkbox } from '../../kit/controls';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { ClientProfile, ToolHead } from '../../api/generated/contract';
import type { Owner } from '../../api/webtools';
import { Icon } from '../../kit/Icon';
import { VisibleText } from '../../kit/VisibleText';
import { cx } from '../../lib/cx';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { ServerIcon } from '../server/ServerIcon';
import styles from './client.module.css';
import { hiddenTools, offersSource, withSource } from './profile';
import { ToolChoice } from './ToolChoice';

interface SourceAccessProps {
  owner: Owner;
  /** What it lists now. */
  tools: readonly ToolHead[];
  profile: ClientProfile;
  withFavorites: boolean;
  onChange: (profile: ClientProfile) => void;
}

/** One server or webtool of a profile, with its tools behind a button. */
export function SourceAccess({
  owner,
  tools,
  profile,
  withFavorites,
  onChange,
}: SourceAccessProps): ReactNode {
  const [open, setOpen] = useState(false);
  const region = useId();
  const offered = offersSource(profile, owner.id);
  const hidden = hiddenTools(profile, owner.id);
  const count = t('clients.access.toolCount', {
    shown: tools.filter(({ name }) => !hidden.has(name)).length,
    count: tools.length,
  });
  const server = visibleString(owner.label);
  const name = (
    <span className={styles.source}>
      <ServerIcon icon={owner.icon} size={16} />
      <VisibleText text={owner.label} />
    </span>
  );
  return (
    <li>
      <div className={layout.row}>
        {profile.sources.kind === 'all' ? (
          name
        ) : (
          <Checkbox
            label={name}
            checked={offered}
            onChange={(event) => onChange(withSource(profile, owner.id, event.currentTarget.checked))}
          />
        )}
        {offered && (
          <button
            type="button"
            className={cx(styles.fold, layout.end, layout.fs12, layout.t2, layout.num)}
            aria-label={t('clients.access.showTools', { server, tools: count })}
            aria-expanded={open}
            aria-controls={region}
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? 'down' : 'right'} size={12} />
            {count}
          </button>
        )}
      </div>
      <div id={region} hidden={!open || !offered}>
        {open && offered && (
          <ToolChoice
            owner={owner}
            tools={tools}
            hidden={hidden}
            profile={profile}
            withFavorites={withFavorites}
            onChange={onChange}
          />
        )}
      </div>
    </li>
  );
}
