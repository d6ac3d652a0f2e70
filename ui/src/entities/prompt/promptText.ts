import type { Content } from '../../api/generated/contract';
import type { Said } from './Conversation';
import { formatBytes } from '../../lib/format';
import { t } from '../../words/translate';

/** How the messages of a prompt are taken elsewhere. */
export const FORMATS = ['text', 'markdown', 'json'] as const;

export type Format = (typeof FORMATS)[number];

/** The ending of a file in a format. */
export const ENDINGS: Readonly<Record<Format, string>> = { text: 'txt', markdown: 'md', json: 'json' };

/** What a prompt gave, in a format; what is not text is named. */
export function promptText(outcome: Said, format: Format): string {
  switch (format) {
    case 'json':
      return JSON.stringify(outcome.raw, null, 2);
    case 'markdown':
      return joined(outcome, (role) => `## ${role}`, inMarkdown);
    case 'text':
      return joined(outcome, (role) => `${role}:`, plain);
  }
}

function joined(
  { messages }: Said,
  head: (role: string) => string,
  write: (content: Content) => string,
): string {
  return messages.map(({ role, content }) => `${head(role)}\n\n${write(content)}`).join('\n\n');
}

function plain(content: Content): string {
  switch (content.kind) {
    case 'text':
      return content.text;
    case 'image':
    case 'audio':
      return `[${mediaText(content)}]`;
    case 'resourceLink':
      return `${content.title}: ${content.uri}`;
    case 'resource':
      return content.body.kind === 'text' ? `${content.uri}\n\n${content.body.text}` : `[${content.uri}]`;
    case 'unknown':
      return JSON.stringify(content.raw, null, 2);
  }
}

function inMarkdown(content: Content): string {
  switch (content.kind) {
    case 'text':
      return content.text;
    case 'image':
    case 'audio':
      return `*${mediaText(content)}*`;
    case 'resourceLink':
      return code(content.uri);
    case 'resource':
      return content.body.kind === 'text'
        ? `${code(content.uri)}\n\n${fenced(content.body.text, '')}`
        : code(content.uri);
    case 'unknown':
      return fenced(JSON.stringify(content.raw, null, 2), 'json');
  }
}

function mediaText(media: Extract<Content, { kind: 'image' | 'audio' }>): string {
  return t(`prompts.as.${media.kind}`, { type: media.mimeType, size: formatBytes(media.sizeBytes) });
}

/** The longest run of backticks decides how many stand around: what a server wrote cannot end it. */
function ticks(text: string, least: number): string {
  const runs = text.match(/`+/g) ?? [];
  return '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), least));
}

const code = (text: string): string => `${ticks(text, 1)}${text}${ticks(text, 1)}`;

const fenced = (text: string, language: string): string =>
  `${ticks(text, 3)}${language}\n${text}\n${ticks(text, 3)}`;
