import type { Host } from '../host/types';
import type { ApiError as ApiErrorDto, Code, Message, Operations } from './generated/contract';
import { messageText } from '../words/message';
import { t } from '../words/translate';

/** One field that was refused. `field` is a path as the core writes it: `label`, `args[2]`, `env.API_KEY`. */
export interface FieldFault {
  field: string;
  message: string;
}

/** A failed operation. `code` is what the page acts on, `message` is for the person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: Code,
    message: string,
    readonly detail?: unknown,
  ) {
    super(message);
  }

  /** The fields at fault, where the core named them. */
  get fields(): FieldFault[] {
    const fields = isRecord(this.detail) ? this.detail['fields'] : undefined;
    if (!Array.isArray(fields)) return [];
    return fields
      .filter(isFieldFault)
      .map(({ field, message }) => ({ field, message: messageText(message) }));
  }
}

let current: Host | null = null;

/** Says which host `call` talks to. Called once at start, and by each test. */
export function connectHost(host: Host): void {
  current = host;
}

/** Runs an operation of the core. Every failure is an `ApiError`. */
export async function call<K extends keyof Operations>(
  name: K,
  params: Operations[K][0],
): Promise<Operations[K][1]> {
  if (current === null) throw new ApiError('internal', t('errors.notConnected'));
  try {
    return await current.call(name, params);
  } catch (cause) {
    throw toApiError(cause);
  }
}

/** Any thrown thing as an `ApiError`. */
export function toApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  if (isDto(cause)) return new ApiError(cause.code, messageText(cause.message), cause.detail);
  const text = cause instanceof Error ? cause.message : String(cause);
  return new ApiError('internal', t('errors.unexpected', { text }));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDto(value: unknown): value is ApiErrorDto {
  return isRecord(value) && typeof value['code'] === 'string' && isMessage(value['message']);
}

function isMessage(value: unknown): value is Message {
  return isRecord(value) && typeof value['code'] === 'string' && isRecord(value['params']);
}

function isFieldFault(value: unknown): value is { field: string; message: Message } {
  return isRecord(value) && typeof value['field'] === 'string' && isMessage(value['message']);
}
