import { ActionIcon, Button, Checkbox, TextInput } from '../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ClientProfile, SourceTool, ToolHead } from '../../api/generated/contract';
import type { Owner } from '../../api/webtools';
import { Icon } from '../../kit/Icon';
import { Tooltip } from '../../kit/Tooltip';
import { VisibleText } from '../../kit/VisibleText';
import { cx } from '../../lib/cx';
import { matches } from '../../lib/search';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import styles from './client.module.css';
import { isFavorite, withFavorite, withTools } from './profile';

/** With so many tools a field narrows them. */
const FILTERED_FROM = 12;

/** How many are shown at first, and by each press more. */
const SHOWN = 100;

interface ToolChoiceProps {
  owner: Owner;
  /** What its server lists now. */
  tools: readonly ToolHead[];
  /** Names of those that are not offered; some may be listed no longer. */
  hidden: ReadonlySet<string>;
  profile: ClientProfile;
  /** Whether each tool has a star, by which it is listed always. */
  withFavorites: boolean;
  onChange: (profile: ClientProfile) => void;
}

/** The tools of one server, each offered or not. */
export function ToolChoice(props: ToolChoiceProps): ReactNode {
  const { owner, tools, hidden, profile, withFavorites, onChange } = props;
  const [query, setQuery] = useState('');
  const [most, setMost] = useState(SHOWN);
  const server = visibleString(owner.label);
  const found = tools.filter(({ name, title }) => matches(query, name, title));
  const listed = new Set(tools.map(({ name }) => name));
  const unlisted = [...hidden].filter((name) => !listed.has(name) && matches(query, name));
  const set = (names: readonly string[], offered: boolean): void =>
    onChange(withTools(profile, owner.id, names, offered));
  const setFound = (offered: boolean): void =>
    set(
      found.map(({ name }) => name),
      offered,
    );
  return (
    <div role="group" aria-label={t('clients.access.toolsOf', { server })} className={styles.tools}>
      {tools.length === 0 ? (
        <p className={cx(layout.fs12, layout.t3)}>{t('clients.access.noTools')}</p>
      ) : (
        <div className={cx(layout.row, styles.bar)}>
          {tools.length >= FILTERED_FROM && (
            <TextInput
              size="xs"
              aria-label={t('clients.access.filter', { server })}
              placeholder={t('clients.access.filter', { server })}
              value={query}
              onChange={(event) => setQuery(event.currentTarget.value)}
            />
          )}
          <Button size="compact-xs" variant="subtle" onClick={() => setFound(true)}>
            {t('clients.access.allTools')}
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={() => setFound(false)}>
            {t('clients.access.noneOfTools')}
          </Button>
        </div>
      )}
      {found.slice(0, most).map(({ name, title }) => (
        <div key={name} className={cx(layout.row, styles.choice)}>
          <Checkbox
            size="xs"
            checked={!hidden.has(name)}
            onChange={(event) => set([name], event.currentTarget.checked)}
            label={
              <span className={styles.tool}>
                <VisibleText text={title} />
                {name !== title && (
                  <span className={cx(layout.mono, layout.t3, layout.wrap)}>
                    <VisibleText text={name} />
                  </span>
                )}
              </span>
            }
          />
          {withFavorites && !hidden.has(name) && (
            <Star
              tool={{ serverId: owner.id, tool: name }}
              title={title}
              profile={profile}
              onChange={onChange}
            />
          )}
        </div>
      ))}
      {found.length > most && (
        <div>
          <Button size="compact-xs" variant="subtle" onClick={() => setMost(most + SHOWN)}>
            {t('clients.access.showMore', { count: found.length - most })}
          </Button>
        </div>
      )}
      {unlisted.map((name) => (
        <div key={name} className={cx(layout.row, layout.fs12)}>
          <span className={cx(layout.mono, layout.wrap)}>
            <VisibleText text={name} />
          </span>
          <span className={layout.t3}>{t('clients.access.notListed')}</span>
          <ActionIcon
            size="xs"
            aria-label={t('clients.access.offer', { tool: visibleString(name) })}
            onClick={() => set([name], true)}
          >
            <Icon name="close" size={14} />
          </ActionIcon>
        </div>
      ))}
    </div>
  );
}

interface StarProps {
  tool: SourceTool;
  title: string;
  profile: ClientProfile;
  onChange: (profile: ClientProfile) => void;
}

/** Lists a tool always, or no longer. */
function Star({ tool, title, profile, onChange }: StarProps): ReactNode {
  const chosen = isFavorite(profile, tool);
  const label = t('clients.listing.addFavorite', { tool: visibleString(title) });
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="xs"
        aria-label={label}
        aria-pressed={chosen}
        onClick={() => onChange(withFavorite(profile, tool, !chosen))}
      >
        <Icon name={chosen ? 'starFilled' : 'star'} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
