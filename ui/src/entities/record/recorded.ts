import type {
  ClientProgram,
  DeclaredClient,
  JsonValue,
  Message,
  RootFolder,
} from '../../api/generated/contract';
import { isObject, own, type JsonObject } from '../../lib/json';
import { withOmittedTexts } from '../../words/omitted';
import type { RecordedAccess } from '../client/AccessSummary';
import type { DraftAnswer } from '../sampling/draftAnswer';

/** The parts of a record, as they are shown. */

/** A value with a name a person knows. */
export interface Line {
  what: string;
  value: JsonValue;
}

/** How a part of a record is shown: as the page it was answered on, or in lines; as JSON where it has no form of today. */
export type Recorded =
  | { kind: 'nothing' }
  | { kind: 'lines'; lines: readonly Line[] }
  | { kind: 'arguments'; value: JsonValue }
  | { kind: 'json'; value: JsonValue }
  | { kind: 'form'; message: string; schema: JsonObject; values: JsonValue }
  | { kind: 'values'; schema: JsonValue; values: JsonValue }
  | { kind: 'address'; message: string; url: string }
  | { kind: 'roots'; folders: readonly RecordedFolder[] }
  | { kind: 'call'; schema: JsonObject; arguments: JsonObject }
  | { kind: 'sample'; params: JsonObject }
  | { kind: 'response'; lines: readonly Line[]; answer: DraftAnswer }
  | { kind: 'client'; client: RecordedClient }
  | { kind: 'launch'; differences: readonly Message[]; before: JsonValue; definition: JsonValue };

type RecordedFolder = Pick<RootFolder, 'name' | 'path' | 'uri'>;

/** A client as it was decided about. */
interface RecordedClient {
  program: ClientProgram;
  connectsAs: string;
  declared: Pick<DeclaredClient, 'name' | 'version'> | null;
  access: RecordedAccess;
}

export const lines = (all: readonly Line[]): Recorded =>
  all.length === 0 ? { kind: 'nothing' } : { kind: 'lines', lines: all };

export const line = (what: string, value: JsonValue | undefined): Line => ({
  what,
  value: withOmittedTexts(value ?? null),
});

export function member(value: JsonValue | null | undefined, name: string): JsonValue | undefined {
  return isObject(value) ? own(value, name) : undefined;
}
