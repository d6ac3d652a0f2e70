import type { IconKey, ThemedIcon } from '../../api/generated/contract';

/** Small pictures as the core would hand them over: PNG, base64. */
export const ICONS: Record<string, string> = {
  demo: 'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAXklEQVR42mPgTq/9P5CYYdQBow4YdQA5mnABmjuAWEATB5AKqOoAYg0nxxEkO4CaaolyADnBSoqeoeMADPHTySiYWH2jDhg+DqCWvlEHjDpg1AGjbcJRB4w6YMAdAACwBJW1vuPiDAAAAABJRU5ErkJggg==',
  github:
    'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAe0lEQVR42mPQNjT/P5CYYdQBow4YMg5ABnR1AC5AdwcQExLkOJJkBxASI9URVHcAPjU0TQPEOpSsXEBMsJKSVijKhtTOLVRzAM1yAamJitRyYmg6gBgwoA6gemVEq3pgaFZG5CS04eUAakfD4E8DA94kG20Vjzpg2DsAAFZQgj6NM6oKAAAAAElFTkSuQmCC',
  files:
    'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAO0lEQVR42u3WsQ0AIAwDwezDwqzGNGQCpFAlxb3k/krH2et2LgAAAMYCKgG0A34CAAAAAADwiAAAAF5LRAj4ZS/r2S8AAAAASUVORK5CYII=',
  postgres:
    'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAaklEQVR42u3W0Q0AEAwE0G5kLPtYmAUkeqeJuJykn3hBtdH6mC8jDDDgK0B2lAKQDRhMIJuzJ1UCQO9WD5CFoHNSACQDdnNKAEwYoJcFTz+i06JsbaDeAIpyFrgYXXdEbDHSaMncFRsgD1hJu7MAa52l8wAAAABJRU5ErkJggg==',
  calendar:
    'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAASElEQVR42mM4Emj1fyAxw6gDRh0w6oBB7wBKAUUOoBag2AHkBu+oA6jmgAFPA6OJcNQBow4YdcDILQkHvD0w2iQbdcCoA+iBAT/EMS+Q/yytAAAAAElFTkSuQmCC',
  notes:
    'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAPklEQVR42mMojdjxfyAxw6gDRh0w6oBRBwwZB5AKhp8DRtPAaCIcTYSjDqBWnA9dB4ymgVEHjDpg1AHD1gEAecpulzpiCfgAAAAASUVORK5CYII=',
};

/** The icon of that name, the same for both themes. */
export function icon(name: keyof typeof ICONS): ThemedIcon {
  return { light: name as IconKey, dark: name as IconKey };
}
