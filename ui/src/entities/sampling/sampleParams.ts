import type { Content, JsonValue, SampledMessage } from '../../api/generated/contract';
import { asText, isObject, sameJson, text } from '../../lib/json';
import type { JsonObject } from '../../lib/json';
import { MOST_FIELDS } from '../../kit/SchemaForm/fieldCount';

/** The parameters of a request to a model (2025-11-25, client/sampling), read and changed without loss. */

export interface Message {
  role: string;
  blocks: readonly JsonValue[];
}

export interface OfferedTool {
  name: string;
  description: string;
}

export const CHOICES = ['auto', 'required', 'none'] as const;

export function messagesOf(params: JsonObject): Message[] {
  return list(params['messages']).map((message) => ({
    role: isObject(message) ? text(message['role']) : '',
    blocks: isObject(message) ? blocksOf(message['content']) : [],
  }));
}

function blocksOf(content: JsonValue | undefined): readonly JsonValue[] {
  if (Array.isArray(content)) return content;
  return content === undefined || content === null ? [] : [content];
}

/** Whether a request has more blocks and tools than are drawn one by one. */
export function hasManyParts(params: JsonObject): boolean {
  const blocks = messagesOf(params).reduce((sum, message) => sum + Math.max(1, message.blocks.length), 0);
  return blocks + toolsOf(params).length > MOST_FIELDS;
}

/** The text of one block changes; everything around it stays as it came. */
export function withText(params: JsonObject, at: number, block: number, next: string): JsonObject {
  return changeMessage(params, at, (message) => {
    const { content } = message;
    const change = (each: JsonValue): JsonValue => (isObject(each) ? { ...each, text: next } : each);
    return {
      ...message,
      content: Array.isArray(content)
        ? content.map((each, index) => (index === block ? change(each) : each))
        : change(content ?? null),
    };
  });
}

/** Without one block; a message without blocks goes too. */
export function withoutBlock(params: JsonObject, at: number, block: number): JsonObject {
  const content = messagesOf(params)[at]?.blocks ?? [];
  if (content.length <= 1) {
    return { ...params, messages: list(params['messages']).filter((_, index) => index !== at) };
  }
  return changeMessage(params, at, (message) => ({
    ...message,
    content: content.filter((_, index) => index !== block),
  }));
}

export function withMessage(params: JsonObject): JsonObject {
  const added = { role: 'user', content: { type: 'text', text: '' } };
  return { ...params, messages: [...list(params['messages']), added] };
}

function changeMessage(
  params: JsonObject,
  at: number,
  change: (message: JsonObject) => JsonObject,
): JsonObject {
  return {
    ...params,
    messages: list(params['messages']).map((message, index) =>
      index === at && isObject(message) ? change(message) : message,
    ),
  };
}

/** A member changes; nothing in it means that it is left out. */
export function withMember(params: JsonObject, name: string, value: JsonValue | undefined): JsonObject {
  if (value !== undefined) return { ...params, [name]: value };
  const { [name]: _, ...rest } = params;
  return rest;
}

/** The block as the core has looked at it, and what it holds itself; `null` = it is not one that came. */
export function lookedAt(
  block: JsonValue,
  original: readonly Message[],
  looked: readonly SampledMessage[],
): { content: Content; within: readonly Content[] } | null {
  for (const [at, message] of original.entries()) {
    const index = message.blocks.findIndex((each) => sameJson(each, block));
    const content = looked[at]?.content[index];
    if (index >= 0 && content !== undefined) return { content, within: looked[at]?.within[index] ?? [] };
  }
  return null;
}

/** Where the model is to stop. */
export function stopsOf(params: JsonObject): string[] {
  return list(params['stopSequences']).map(asText);
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r' };

/** Stop sequences as lines to be edited: a line break within one is written as `\\n` or `\\r`, a backslash as two. */
export function stopLines(stops: readonly string[]): string {
  const escaped = (stop: string): string =>
    stop.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return stops.map(escaped).join('\n');
}

/** What stands on the lines; empty ones are no sequences. */
export function stopsIn(lines: string): string[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replaceAll(/\\([nr\\])/gu, (_, escaped: string) => ESCAPED[escaped] ?? '\\'));
}

/** Tools the server offers to the model. */
export function toolsOf(params: JsonObject): OfferedTool[] {
  return list(params['tools'])
    .filter(isObject)
    .map((tool) => ({ name: text(tool['name']), description: text(tool['description']) }));
}

/** Offers a tool of the original request, or does not. */
export function withTool(
  params: JsonObject,
  original: JsonObject,
  name: string,
  offered: boolean,
): JsonObject {
  const names = new Set(toolsOf(params).map((tool) => tool.name));
  if (offered) names.add(name);
  else names.delete(name);
  const tools = list(original['tools']).filter((tool) => isObject(tool) && names.has(text(tool['name'])));
  return withMember(params, 'tools', tools.length === 0 ? undefined : tools);
}

export function choiceOf(params: JsonObject): string {
  const { toolChoice } = params;
  return isObject(toolChoice) && typeof toolChoice['mode'] === 'string' ? toolChoice['mode'] : 'auto';
}

/** A preference of a server for a model; the names are those of the texts `sampling.preference`. */
interface Preference {
  name: 'hints' | 'intelligence' | 'speed' | 'cost';
  value: string;
}

/** What the server prefers of the model; empty = nothing. */
export function wishes(params: JsonObject): Preference[] {
  const preferences = isObject(params['modelPreferences']) ? params['modelPreferences'] : {};
  const hints = list(preferences['hints'])
    .filter(isObject)
    .map((hint) => text(hint['name']));
  const rows: [Preference['name'], JsonValue | undefined][] = [
    ['hints', hints.length === 0 ? undefined : hints.join(', ')],
    ['intelligence', preferences['intelligencePriority']],
    ['speed', preferences['speedPriority']],
    ['cost', preferences['costPriority']],
  ];
  return rows.flatMap(([name, value]) =>
    value === undefined || value === null
      ? []
      : [{ name, value: typeof value === 'string' ? value : JSON.stringify(value) }],
  );
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
