import { useMemo } from 'react';
import { beginning, TOLD_CHARACTERS } from '../lib/beginning';
import { Ring, useRing, type RingSnapshot } from '../lib/ring';
import type { ServerId } from './generated/contract';

/** One log message of a server (`notifications/message`). All of it is server text. */
export type LogLine = {
  /** Its number in this run. */
  readonly number: number;
  /** When it arrived here, Unix ms. */
  readonly at: number;
  readonly serverId: ServerId;
  /** `debug` … `emergency`, as it came. */
  readonly level: string;
  readonly logger: string | null;
  readonly text: string;
};

/** The newest messages of all servers together are kept, in memory only. */
const LOG_LINES_KEPT = 5_000;

/** What the messages of one server may hold together. */
const CHARACTERS_PER_SERVER = 4 * 1024 * 1024;

/** As much is kept of a level and of the name of a logger, which are words. */
const NAME_CHARACTERS = 256;

const lines = new Ring<LogLine>(LOG_LINES_KEPT, {
  ownerOf: ({ serverId }) => serverId,
  sizeOf: ({ level, logger, text }) => level.length + (logger?.length ?? 0) + text.length,
  limit: CHARACTERS_PER_SERVER,
});
let count = 0;

/** Keeps a message that has just arrived. */
export function keepLogLine(line: Omit<LogLine, 'number'>): void {
  count += 1;
  lines.append([
    {
      ...line,
      number: count,
      level: beginning(line.level, NAME_CHARACTERS),
      logger: line.logger === null ? null : beginning(line.logger, NAME_CHARACTERS),
      text: beginning(line.text, TOLD_CHARACTERS),
    },
  ]);
}

export function clearLogLines(): void {
  lines.replace([], 0);
}

/** Follows the log messages of all servers. */
export function useLogLines(): RingSnapshot<LogLine> {
  return useRing(lines);
}

/** Follows the log messages of one server. */
export function useServerLogs(serverId: ServerId): readonly LogLine[] {
  const { items } = useLogLines();
  return useMemo(() => items.filter((line) => line.serverId === serverId), [items, serverId]);
}
