import type { ClientProfile, ListingCost, SourceId, SourceTool } from '../../api/generated/contract';

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
  listing,
  favoriteTools,
  answers,
}: ClientProfile): string {
  const named = (tools: readonly SourceTool[]): string[] =>
    tools.map(({ serverId, tool }) => JSON.stringify([serverId, tool])).toSorted();
  const servers = sources.kind === 'all' ? null : sources.serverIds.toSorted();
  const { elicitation, sampling, roots, approvals } = answers;
  return JSON.stringify([
    servers,
    named(hidden),
    prompts,
    resources,
    names,
    listing,
    named(favoriteTools),
    elicitation,
    sampling,
    roots,
    approvals,
  ]);
}

/** How many tools are hidden of servers that are not there any more. */
export const hiddenOfOthers = ({ hiddenTools: hidden }: ClientProfile, known: readonly SourceId[]): number =>
  hidden.filter(({ serverId }) => !known.includes(serverId)).length;

/** The profile without tools of servers that are not there any more. */
export const withoutOthers = (profile: ClientProfile, known: readonly SourceId[]): ClientProfile => ({
  ...profile,
  hiddenTools: profile.hiddenTools.filter(({ serverId }) => known.includes(serverId)),
});

const isTool =
  ({ serverId, tool }: SourceTool) =>
  (other: SourceTool): boolean =>
    other.serverId === serverId && other.tool === tool;

/** Whether a tool is offered at all. */
export const isOffered = (profile: ClientProfile, tool: SourceTool): boolean =>
  offersSource(profile, tool.serverId) && !profile.hiddenTools.some(isTool(tool));

/** Whether a tool is listed although the client searches for the others. */
export const isFavorite = ({ favoriteTools }: ClientProfile, tool: SourceTool): boolean =>
  favoriteTools.some(isTool(tool));

/** The profile with a tool listed always, or no longer. */
export function withFavorite(profile: ClientProfile, tool: SourceTool, chosen: boolean): ClientProfile {
  const others = profile.favoriteTools.filter((other) => !isTool(tool)(other));
  return { ...profile, favoriteTools: chosen ? [...others, tool] : others };
}

/** Whether a client of this profile searches for its tools. */
export const searches = ({ listing }: ClientProfile, cost: ListingCost | undefined): boolean =>
  listing === 'search' || (listing === 'automatic' && cost?.automatic === 'search');
