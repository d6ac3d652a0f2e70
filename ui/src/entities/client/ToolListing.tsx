import type { ReactNode } from 'react';
import type { ClientProfile, ListingCost, SourceTool } from '../../api/generated/contract';
import { useOwners } from '../../api/webtools';
import { ActionIcon, Segments } from '../../kit/controls';
import { Icon } from '../../kit/Icon';
import marksStyles from '../../kit/marks.module.css';
import { VisibleText } from '../../kit/VisibleText';
import { cx } from '../../lib/cx';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import styles from './client.module.css';
import { isOffered, searches, withFavorite } from './profile';

interface ToolListingProps {
  profile: ClientProfile;
  /** What listing costs with this profile; `undefined` = it is not known yet. */
  cost: ListingCost | undefined;
  onChange: (profile: ClientProfile) => void;
}

/** Whether a client is listed all tools or searches for them, and what either costs its model. */
export function ToolListing({ profile, cost, onChange }: ToolListingProps): ReactNode {
  const title = t('clients.listing.title');
  return (
    <section aria-label={title} className={styles.access} data-part="listing">
      <h3 className={layout.label}>{title}</h3>
      <div>
        <Segments
          label={title}
          data={[
            { value: 'automatic', label: t('common.automatic') },
            { value: 'all', label: t('common.all') },
            { value: 'search', label: t('clients.listing.search') },
          ]}
          value={profile.listing}
          onChange={(listing) => onChange({ ...profile, listing })}
        />
      </div>
      <p className={cx(layout.fs12, layout.t2)}>{meaning(profile, cost)}</p>
      {cost !== undefined && (
        <>
          <dl className={marksStyles.kv} aria-label={t('clients.listing.cost')}>
            <dt>{t('clients.listing.ofAll', { count: cost.tools })}</dt>
            <dd className={layout.num}>{t('clients.listing.tokens', { count: cost.allTokens })}</dd>
            <dt>{t('clients.listing.ofSearch')}</dt>
            <dd className={layout.num}>{t('clients.listing.tokens', { count: cost.searchTokens })}</dd>
          </dl>
          <p className={cx(layout.fs12, layout.t3)}>{t('clients.listing.estimated')}</p>
        </>
      )}
      {(searches(profile, cost) || profile.favoriteTools.length > 0) && (
        <Favorites profile={profile} onChange={onChange} />
      )}
    </section>
  );
}

/** What is chosen, in words. */
function meaning({ listing }: ClientProfile, cost: ListingCost | undefined): string {
  if (listing === 'all') return t('clients.listing.allHelp');
  if (listing === 'search') return t('clients.listing.searchHelp');
  if (cost === undefined) return '';
  if (cost.automatic === 'search') {
    const many = t('clients.listing.many', { count: cost.manyTools });
    return `${many} ${t('clients.listing.searchHelp')}`;
  }
  return cost.tools < cost.manyTools
    ? t('clients.listing.few', { count: cost.manyTools })
    : t('clients.listing.itself');
}

function Favorites({ profile, onChange }: Pick<ToolListingProps, 'profile' | 'onChange'>): ReactNode {
  const owners = useOwners();
  const { favoriteTools } = profile;
  return (
    <div className={styles.access}>
      <h4 className={layout.label}>{t('clients.listing.favorites')}</h4>
      <p className={cx(layout.fs12, layout.t2)}>{t('clients.listing.favoritesHelp')}</p>
      {favoriteTools.length === 0 ? (
        <p className={cx(layout.fs12, layout.t3)}>{t('clients.listing.noFavorites')}</p>
      ) : (
        <ul className={styles.sources} aria-label={t('clients.listing.favorites')}>
          {favoriteTools.map((favorite) => (
            <Favorite
              key={JSON.stringify([favorite.serverId, favorite.tool])}
              favorite={favorite}
              server={owners.find(({ id }) => id === favorite.serverId)?.label ?? favorite.serverId}
              offered={isOffered(profile, favorite)}
              onRemove={() => onChange(withFavorite(profile, favorite, false))}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface FavoriteProps {
  favorite: SourceTool;
  server: string;
  offered: boolean;
  onRemove: () => void;
}

function Favorite({ favorite: { tool }, server, offered, onRemove }: FavoriteProps): ReactNode {
  return (
    <li className={cx(layout.row, layout.fs12)}>
      <span className={cx(layout.mono, layout.wrap)}>
        <VisibleText text={tool} />
      </span>
      <span className={cx(layout.t3, layout.wrap)}>
        <VisibleText text={server} />
        {!offered && ` · ${t('clients.listing.hiddenFavorite')}`}
      </span>
      <ActionIcon
        size="xs"
        className={layout.end}
        aria-label={t('clients.listing.removeFavorite', {
          tool: visibleString(tool),
          server: visibleString(server),
        })}
        onClick={onRemove}
      >
        <Icon name="close" size={14} />
      </ActionIcon>
    </li>
  );
}
