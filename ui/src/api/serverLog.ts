import { useCallback, useMemo } from 'react';
import { beginning, TOLD_CHARACTERS } from '../lib/beginning';
import { Ring, useRing, type RingSnapshot } from '../lib/ring';
import { statePart } from '../lib/store';
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

const log = statePart(() => ({
  lines: new Ring<LogLine>(LOG_LINES_KEPT, {
    ownerOf: ({ serverId }) => serverId,
    sizeOf: ({ level, logger, text }) => level.length + (logger?.length ?? 0) + text.length,
    limit: CHARACTERS_PER_SERVER,
  }),
  count: 0,
}));

/** Keeps a message that has just arrived. */
export function keepLogLine(line: Omit<LogLine, 'number'>): void {
  log().count += 1;
  log().lines.append([
    {
      ...line,
      number: log().count,
      level: beginning(line.level, NAME_CHARACTERS),
      logger: line.logger === null ? null : beginning(line.logger, NAME_CHARACTERS),
      text: beginning(line.text, TOLD_CHARACTERS),
    },
  ]);
}

export function clearLogLines(): void {
  log().lines.replace([], 0);
}

/** Follows the log messages of all servers. */
export function useLogLines(): RingSnapshot<LogLine> {
  return useRing(log().lines);
}

/** The newest messages that are wanted now, newest first. */
export function findLogLines(wanted: (line: LogLine) => boolean, limit: number): readonly LogLine[] {
  const all = log().lines.snapshot();
  const found: LogLine[] = [];
  for (let place = all.length - 1; place >= 0 && found.length < limit; place -= 1) {
    const line = all.at(place);
    if (line !== undefined && wanted(line)) found.push(line);
  }
  return found;
}

/** How many messages the page of a server shows; the log itself shows all that are kept. */
const SHOWN_OF_SERVER = 500;

/** The newest log messages of one server, oldest first. */
export function useServerLogs(serverId: ServerId): readonly LogLine[] {
  const wanted = useCallback((line: LogLine) => line.serverId === serverId, [serverId]);
  const found = useFoundLines(wanted);
  return useMemo(
    () =>
      Array.from({ length: Math.min(found.length, SHOWN_OF_SERVER) }, (_, index) => found.at(index))
        .filter((line) => line !== undefined)
        .toReversed(),
    [found],
  );
}

/** Lines that were found, newest first: a view that later lines do not change. */
export interface FoundLines {
  readonly length: number;
  at(index: number): LogLine | undefined;
  /** Where the line with this number stands; -1 = not among them. */
  findKey(number: string): number;
}

/** Follows those log messages that are wanted. Each is looked at once, however often more arrive. */
export function useFoundLines(wanted: (line: LogLine) => boolean): FoundLines {
  const all = useLogLines();
  const search = useMemo(() => new LogSearch(wanted), [wanted]);
  return useMemo(() => search.update(all), [search, all]);
}

class LogSearch {
  /** Only ever grows at its end, or is replaced. */
  #found: LogLine[] = [];
  #from = 0;
  #last = 0;
  #epoch = -1;

  constructor(readonly wanted: (line: LogLine) => boolean) {}

  update(all: RingSnapshot<LogLine>): FoundLines {
    if (all.epoch !== this.#epoch) {
      this.#epoch = all.epoch;
      this.#found = [];
      this.#from = 0;
      this.#last = 0;
    }
    let next = all.length;
    while (next > 0 && (all.at(next - 1)?.number ?? 0) > this.#last) next -= 1;
    for (; next < all.length; next += 1) {
      const line = all.at(next) as LogLine;
      this.#last = line.number;
      if (this.wanted(line)) this.#found.push(line);
    }
    const oldest = all.at(0)?.number ?? Number.POSITIVE_INFINITY;
    while (this.#from < this.#found.length && (this.#found[this.#from] as LogLine).number < oldest)
      this.#from += 1;
    if (this.#from > LOG_LINES_KEPT) {
      this.#found = this.#found.slice(this.#from);
      this.#from = 0;
    }
    return newestFirst(this.#found, this.#from);
  }
}

function newestFirst(found: readonly LogLine[], from: number): FoundLines {
  const to = found.length;
  return {
    length: to - from,
    at: (index) => (index >= 0 && index < to - from ? found[to - 1 - index] : undefined),
    findKey: (key) => {
      const number = Number(key);
      let low = from;
      let high = to;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((found[middle] as LogLine).number < number) low = middle + 1;
        else high = middle;
      }
      return found[low]?.number === number && low < to ? to - 1 - low : -1;
    },
  };
}
