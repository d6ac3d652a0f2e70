import { Spotlight } from '@mantine/spotlight';
import { useDeferredValue, useMemo } from 'react';
import type { ReactNode } from 'react';
import { Announced } from '../../kit/Announced';
import { VisibleText } from '../../kit/VisibleText';
import { fuzzy } from '../../lib/fuzzy';
import { useStore } from '../../lib/store';
import { t } from '../../words/translate';
import { noteChosen, recent } from './recent';
import { KINDS, useThings } from './things';
import type { Thing } from './things';
import { useOptions } from './useOptions';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './palette.module.css';

/** How many matches are shown, and how many of one kind; more letters narrow them. */
const SHOWN = { all: 40, ofKind: 8 };

/** What was chosen lately, as far as it is still there. */
const RECENT_SHOWN = 5;

interface FoundGroup {
  key: string;
  label: string;
  found: readonly Thing[];
}

/** What the search finds, by kind: the kind of the best match first; without a query what was chosen lately. */
export function PaletteResults({ query }: { query: string }): ReactNode {
  const things = useThings();
  const index = useMemo(() => fuzzy(things, ({ title, detail, more }) => [title, detail, more]), [things]);
  const chosen = useStore(recent);
  const wanted = useDeferredValue(query);
  const groups = useMemo(
    () => (wanted.trim() === '' ? offered(things, chosen) : found(index.find(wanted, SHOWN.all), chosen)),
    [wanted, things, index, chosen],
  );
  const selected = useOptions(groups, wanted);
  const inOrder = groups.flatMap((group) => group.found);
  return (
    <Spotlight.ActionsList
      {...(groups.length > 0 ? { role: 'listbox', 'aria-label': t('palette.results') } : {})}
    >
      {groups.map(({ key, label, found: shown }) => (
        <Spotlight.ActionsGroup key={key} label={label} role="group" aria-label={label}>
          {shown.map((thing) => (
            <Spotlight.Action
              key={thing.id}
              role="option"
              aria-selected={inOrder.indexOf(thing) === selected}
              onClick={() => {
                noteChosen(thing.id);
                thing.run();
              }}
              className={styles['palette-item']}
            >
              {thing.icon()}
              <span className={layout.cut}>
                {isOurs(thing) ? thing.title : <VisibleText text={thing.title} />}
              </span>
              <span className={cx(layout.end, layout.fs12, layout.t3, layout.cut, styles['palette-detail'])}>
                {isOurs(thing) || thing.kind === 'server' ? (
                  thing.detail
                ) : (
                  <VisibleText text={thing.detail} />
                )}
              </span>
            </Spotlight.Action>
          ))}
        </Spotlight.ActionsGroup>
      ))}
      {groups.length === 0 && (
        <Spotlight.Empty>
          <Announced>{t('palette.empty', { query })}</Announced>
        </Spotlight.Empty>
      )}
    </Spotlight.ActionsList>
  );
}

/** Whether its title is a text of the catalogue; names in it were made visible already. */
const isOurs = ({ kind }: Thing): boolean => kind === 'command' || kind === 'action';

/** Without a query: what was chosen lately, commands, and servers. */
function offered(things: readonly Thing[], chosen: readonly string[]): FoundGroup[] {
  const byId = new Map(things.map((thing) => [thing.id, thing]));
  const lately = chosen.flatMap((id) => byId.get(id) ?? []).slice(0, RECENT_SHOWN);
  const rest = things.filter(
    ({ id, kind }) => (kind === 'command' || kind === 'server') && !chosen.includes(id),
  );
  return [
    ...(lately.length > 0 ? [{ key: 'recent', label: t('palette.recent'), found: lately }] : []),
    ...byKind(rest, SHOWN.ofKind * 2),
  ];
}

/** Matches, with those that were chosen lately before the others of their kind. */
function found(matches: readonly Thing[], chosen: readonly string[]): FoundGroup[] {
  const isRecent = ({ id }: Thing): boolean => chosen.includes(id);
  const [first] = matches;
  const ordered = [...matches.filter(isRecent), ...matches.filter((thing) => !isRecent(thing))];
  const groups = byKind(ordered, SHOWN.ofKind);
  const best = groups.findIndex(({ key }) => key === first?.kind);
  return best < 0 ? groups : [...groups.slice(best, best + 1), ...groups.filter((_, at) => at !== best)];
}

function byKind(things: readonly Thing[], most: number): FoundGroup[] {
  return KINDS.map((kind) => ({
    key: kind,
    label: t(`palette.kind.${kind}`),
    found: things.filter((thing) => thing.kind === kind).slice(0, most),
  })).filter((group) => group.found.length > 0);
}
