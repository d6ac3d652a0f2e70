/** The levels of RFC 5424 that MCP uses, the least first. */
export const LEVELS = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;

export type Level = (typeof LEVELS)[number];

/** How a level is coloured: an unknown one is as quiet as information. */
export type LevelTone = 'quiet' | 'normal' | 'lamp' | 'danger';

export function levelTone(level: string): LevelTone {
  switch (level.toLowerCase()) {
    case 'debug':
      return 'quiet';
    case 'warning':
      return 'lamp';
    case 'error':
    case 'critical':
    case 'alert':
    case 'emergency':
      return 'danger';
    default:
      return 'normal';
  }
}

/** Whether a message is at least as severe as asked. What has an unknown level is never hidden. */
export function atLeast(level: string, least: Level): boolean {
  const rank = LEVELS.findIndex((known) => known === level.toLowerCase());
  return rank < 0 || rank >= LEVELS.indexOf(least);
}
