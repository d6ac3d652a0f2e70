import type { JsonValue } from '../../api/generated/contract';
import { isObject } from '../../lib/json';

interface Wish {
  name: string;
  value: string;
}

/** The limits and preferences of a request to a model (2025-11-25, client/sampling), those that are given. */
export function limitsOf(params: JsonValue): readonly Wish[] {
  if (!isObject(params)) return [];
  const { modelPreferences, includeContext } = params;
  const preferences = isObject(modelPreferences) ? modelPreferences : {};
  const wishes: [string, JsonValue | undefined][] = [
    ['At most, tokens', params['maxTokens']],
    ['Temperature', params['temperature']],
    ['Stop at', params['stopSequences']],
    ['Model', hints(preferences['hints'])],
    ['Intelligence', preferences['intelligencePriority']],
    ['Speed', preferences['speedPriority']],
    ['Low cost', preferences['costPriority']],
    // What other servers know is never handed on, whatever is asked for.
    [
      'Context',
      includeContext === undefined || includeContext === 'none' ? undefined : 'asked for, never given',
    ],
  ];
  return wishes.flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [{ name, value: plain(value) }],
  );
}

interface Offered {
  tools: readonly { name: string; description: string }[];
  /** How the model is to choose among them. */
  choice: string | null;
}

/** Tools the server offers to the model. */
export function offeredTools(params: JsonValue): Offered {
  const tools = isObject(params) && Array.isArray(params['tools']) ? params['tools'] : [];
  const choice = isObject(params) ? params['toolChoice'] : undefined;
  return {
    tools: tools.filter(isObject).map((tool) => ({
      name: text(tool['name']),
      description: text(tool['description']),
    })),
    choice: isObject(choice) && typeof choice['mode'] === 'string' ? choice['mode'] : null,
  };
}

function hints(value: JsonValue | undefined): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const names = value.filter(isObject).map((hint) => text(hint['name']));
  return names.length === 0 ? undefined : names.join(', ');
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function plain(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
