import type { ReactNode } from 'react';
import type { SourceId, ServerSnapshot, WebtoolSnapshot } from '../../api/generated/contract';
import { ServerIcon } from '../../entities/server/ServerIcon';
import { StateDot, stateWord } from '../../entities/server/StateDot';
import { WebtoolDot, WebtoolIcon, webtoolWord } from '../../entities/webtool/WebtoolMark';
import { originText } from '../../lib/format';
import { matches } from '../../lib/search';
import { listed } from '../../lib/serverGroups';
import { messageText } from '../../words/message';
import { t } from '../../words/translate';
import { GroupHead } from './GroupHead';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import { Cut } from '../../kit/Cut';
import listStyles from '../../kit/list.module.css';
import styles from './servers.module.css';

/** What the person has connected: a server, or a webtool. */
export type OpenRow =
  | { kind: 'server'; server: ServerSnapshot }
  | { kind: 'webtool'; webtool: WebtoolSnapshot };

/** A row of the list: what is connected, or a group that is collapsed. */
export type ConnectedRow = OpenRow | { kind: 'group'; group: string; count: number };

/** By this it is chosen; also the name its tools are listed under. */
export function rowId(row: OpenRow): SourceId {
  return row.kind === 'server' ? row.server.id : row.webtool.id;
}

/** A group's identity in the list. */
export const groupKey = (group: string): string => `group ${group}`;

/** A row's identity in the list. */
export const rowKey = (row: ConnectedRow): string =>
  row.kind === 'group' ? groupKey(row.group) : rowId(row);

/** Everything that is connected: servers in the person's order, then webtools. */
export function rowsOf(servers: readonly ServerSnapshot[], webtools: readonly WebtoolSnapshot[]): OpenRow[] {
  return [
    ...listed(servers).map((server) => ({ kind: 'server' as const, server })),
    ...webtools.map((webtool) => ({ kind: 'webtool' as const, webtool })),
  ];
}

/** Whether a search finds it. */
export function rowMatches(query: string, row: OpenRow): boolean {
  return row.kind === 'server'
    ? matches(query, row.server.label, originText(row.server.origin))
    : matches(query, row.webtool.label, row.webtool.base);
}

export function rowName(row: ConnectedRow): string {
  if (row.kind === 'group') return t('servers.group.collapsed', { group: row.group, count: row.count });
  return row.kind === 'server'
    ? `${row.server.label}, ${stateWord(row.server.state)}`
    : `${row.webtool.label}, ${webtoolWord(row.webtool)}`;
}

export function RowOf({ row }: { row: ConnectedRow }): ReactNode {
  if (row.kind === 'group') return <GroupHead label={row.group} count={row.count} open="collapsed" />;
  return row.kind === 'server' ? <ServerRow server={row.server} /> : <WebtoolRow webtool={row.webtool} />;
}

function WebtoolRow({ webtool }: { webtool: WebtoolSnapshot }): ReactNode {
  return (
    <>
      <WebtoolIcon />
      <span className={layout.grow}>
        <Cut className={listStyles.tt} text={webtool.label} />
        <Cut className={listStyles.ss} text={webtool.base} />
      </span>
      <span className={cx(layout.col, styles['server-row-state'])}>
        <span className={cx(layout.fs11, layout.t2)}>
          <WebtoolDot webtool={webtool} word="shown" />
        </span>
        <span className={cx(layout.fs11, styles.t3, layout.t3, layout.num)}>
          {t('servers.list.actions', { count: webtool.actions })}
        </span>
      </span>
    </>
  );
}

function ServerRow({ server }: { server: ServerSnapshot }): ReactNode {
  const origin = originText(server.origin);
  return (
    <>
      <ServerIcon icon={server.icon} />
      <span className={layout.grow}>
        <Cut className={listStyles.tt} text={server.label} />
        <Cut className={listStyles.ss} text={origin} />
      </span>
      <span className={cx(layout.col, styles['server-row-state'])}>
        <span className={cx(layout.fs11, layout.t2)}>
          <StateDot state={server.state} word="shown" />
        </span>
        <span
          className={cx(
            layout.fs11,
            layout.num,
            toReview(server) > 0 ? layout.lamp : cx(styles.t3, layout.t3),
          )}
        >
          {toReview(server) > 0 ? t('common.toReview', { count: toReview(server) }) : rowFact(server)}
        </span>
      </span>
    </>
  );
}

/** How many of its definitions wait for the person's look. */
const toReview = ({ state, review }: ServerSnapshot): number =>
  state.kind === 'running' ? review.changed + review.new : review.changed;

/** What the row tells of a server: its tools, and the protocol version. */
function rowFact(server: ServerSnapshot): string {
  const { state, counts, negotiated } = server;
  if (state.kind === 'failed' || state.kind === 'retrying')
    return state.failure.detail === null ? t('servers.list.seeDetails') : messageText(state.failure.detail);
  const offered =
    counts.tools !== null
      ? t('common.count.tools', { count: counts.tools })
      : counts.resources !== null
        ? t('common.count.resources', { count: counts.resources })
        : counts.prompts !== null
          ? t('common.count.prompts', { count: counts.prompts })
          : '';
  const version = state.kind === 'running' ? (negotiated?.protocolVersion ?? '') : '';
  return [offered, version].filter((part) => part !== '').join(' · ');
}
