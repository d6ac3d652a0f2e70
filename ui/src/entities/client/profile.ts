import type { ClientProfile, SourceId } from '../../api/generated/contract';

/** Whether a server or webtool is offered at all. */
export const offersSource = ({ sources }: ClientProfile, id: SourceId): boolean =>
  sources.kind === 'all' || sources.serverIds.includes(id);

/** The profile that offers all, or only the chosen servers; at first those are all there are. */
export function withChoice(
  profile: ClientProfile,
  kind: ClientProfile['sources']['kind'],
  known: readonly SourceId[],
): ClientProfile {
  if (kind === profile.sources.kind) return profile;
  return { ...profile, sources: kind === 'all' ? { kind } : { kind, serverIds: [...known] } };
}

/** The profile with one server chosen or not; a choice of all stays. */
export function withSource(profile: ClientProfile, id: SourceId, chosen: boolean): ClientProfile {
  if (profile.sources.kind === 'all') return profile;
  const others = profile.sources.serverIds.filter((each) => each !== id);
  return { ...profile, sources: { kind: 'only', serverIds: chosen ? [...others, id] : others } };
}

/** Whether the client may have the names that its one server gives. */
export const hasOneServer = ({ sources }: ClientProfile): boolean =>
  sources.kind === 'only' && sources.serverIds.length === 1;

/** Names of the tools of a server that are not offered. */
export const hiddenTools = (profile: ClientProfile, id: SourceId): ReadonlySet<string> =>
  new Set(profile.hiddenTools.filter(({ serverId }) => serverId === id).map(({ tool }) => tool));

/** The profile with some tools of a server offered or not. */
export function withTools(
  profile: ClientProfile,
  id: SourceId,
  tools: readonly string[],
  offered: boolean,
): ClientProfile {
  const changed = new Set(tools);
  const rest = profile.hiddenTools.filter(({ serverId, tool }) => serverId !== id || !changed.has(tool));
  const hidden = offered ? [] : tools.map((tool) => ({ serverId: id, tool }));
  return { ...profile, hiddenTools: [...rest, ...hidden] };
}

/** Whether two profiles offer the same, in whatever order they name it. */
export const sameProfile = (one: ClientProfile, other: ClientProfile): boolean =>
  ordered(one) === ordered(other);

function ordered({
  sources,
  hiddenTools: hidden,
  prompts,
  resources,
  names,
  answers,
}: ClientProfile): string {
  const tools = hidden.map(({ serverId, tool }) => JSON.stringify([serverId, tool])).toSorted();
  const servers = sources.kind === 'all' ? null : sources.serverIds.toSorted();
  const { elicitation, sampling, roots } = answers;
  return JSON.stringify([servers, tools, prompts, resources, names, elicitation, sampling, roots]);
}

/** How many tools are hidden of servers that are not there any more. */
export const hiddenOfOthers = ({ hiddenTools: hidden }: ClientProfile, known: readonly SourceId[]): number =>
  hidden.filter(({ serverId }) => !known.includes(serverId)).length;

/** The profile without tools of servers that are not there any more. */
export const withoutOthers = (profile: ClientProfile, known: readonly SourceId[]): ClientProfile => ({
  ...profile,
  hiddenTools: profile.hiddenTools.filter(({ serverId }) => known.includes(serverId)),
});
