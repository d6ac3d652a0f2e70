import type { ServerId, SourceId } from '../api/generated/contract';

/** Takes a source for a server, where only servers are: all lists but tools, reviews, budgets for models. */
export function asServer(id: SourceId): ServerId;
export function asServer(id: SourceId | null): ServerId | null;
export function asServer(id: SourceId | undefined): ServerId | undefined;
export function asServer(id: SourceId | null | undefined): ServerId | null | undefined {
  return id as ServerId | null | undefined;
}
