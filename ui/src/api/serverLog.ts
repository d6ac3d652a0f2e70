import { useMemo } from 'react';
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

const lines = new Ring<LogLine>(LOG_LINES_KEPT);
let count = 0;

/** Keeps a message that has just arrived. */
export function keepLogLine(line: Omit<LogLine, 'number'>): void {
  count += 1;
  lines.append([{ ...line, number: count }]);
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
