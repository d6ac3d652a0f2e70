import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type {
  CatalogKind,
  PromptHead,
  ResourceHead,
  Section,
  ServerSnapshot,
  SourceId,
  TemplateHead,
  ToolHead,
  WebtoolSnapshot,
} from '../../api/generated/contract';
import { useAnswer, useServers } from '../../api/queries';
import { useResources } from '../../api/resources';
import { useWebtools } from '../../api/webtools';
import { fuzzyInSteps } from '../../lib/fuzzy';
import type { Fuzzy } from '../../lib/fuzzy';
import { ENTRIES_PER_STEP, LONG_LIST } from '../../lib/steps';
import type { Steps } from '../../lib/steps';
import { useInSteps } from '../../lib/useInSteps';
import { t } from '../../words/translate';
import { runOf } from './runOf';
import { textsOf } from './thing';
import type { Kind, Navigate, Thing } from './thing';
import { ofEntry } from './useRecents';

/** What servers offer, ready to be searched. */
export interface Entries {
  indexes: ReadonlyMap<Kind, Fuzzy<Thing>>;
  byId: ReadonlyMap<string, Thing>;
}

/** The tools, resources, templates and prompts of all servers. There may be 100,000: they are made ready in steps. */
export function useEntries(): Entries | undefined {
  const navigate = useNavigate();
  const servers = useServers().data;
  const webtools = useWebtools().data;
  const tools = useAnswer('tool.list', { serverId: null }).data;
  const resources = useResources(null).data;
  const templates = useAnswer('template.list', { serverId: null }).data;
  const prompts = useAnswer('prompt.list', { serverId: null }).data;
  const work = useCallback(
    () => entriesOf({ tools, resources, templates, prompts }, labelsOf(servers, webtools), navigate),
    [servers, webtools, tools, resources, templates, prompts, navigate],
  );
  const count = countOf(tools) + countOf(resources) + countOf(templates) + countOf(prompts);
  return useInSteps(work, count <= LONG_LIST);
}

const labelsOf = (
  servers: readonly ServerSnapshot[] | undefined,
  webtools: readonly WebtoolSnapshot[] | undefined,
): ReadonlyMap<SourceId, string> =>
  new Map([...(servers ?? []), ...(webtools ?? [])].map(({ id, label }) => [id, label]));

type Sections<T> = readonly Section<T, SourceId>[] | undefined;

const countOf = (sections: Sections<unknown>): number =>
  (sections ?? []).reduce((sum, { items }) => sum + items.length, 0);

interface Lists {
  tools: Sections<ToolHead>;
  resources: Sections<ResourceHead>;
  templates: Sections<TemplateHead>;
  prompts: Sections<PromptHead>;
}

function* entriesOf(lists: Lists, labels: ReadonlyMap<SourceId, string>, navigate: Navigate): Steps<Entries> {
  const byKind = new Map<Kind, Thing[]>();
  const byId = new Map<string, Thing>();
  let made = 0;
  const runWord = t('common.run');
  const entry = (
    list: CatalogKind,
    { serverId, title, name, icon }: ToolHead | ResourceHead | TemplateHead | PromptHead,
    key: string,
  ): Thing =>
    ofEntry({ list, serverId, key, title }, labels.get(serverId) ?? '', navigate, {
      more: name === key ? key : `${name} ${key}`,
      icon,
    });
  const tool = (head: ToolHead): Thing => {
    const found = entry('tools', head, head.name);
    const id = `run ${head.serverId} ${head.name}`;
    return { ...found, more: `${found.more} ${runWord}`, action: { id, make: () => runOf(id, head, found) } };
  };
  function* all<T>(sections: Sections<T>, thingOf: (head: T) => Thing): Steps<void> {
    for (const { items } of sections ?? [])
      for (const head of items) {
        const thing = thingOf(head);
        const ofKind = byKind.get(thing.kind);
        if (ofKind === undefined) byKind.set(thing.kind, [thing]);
        else ofKind.push(thing);
        byId.set(thing.id, thing);
        if (thing.action !== undefined) byId.set(thing.action.id, thing);
        made += 1;
        if (made % ENTRIES_PER_STEP === 0) yield;
      }
  }
  yield* all(lists.tools, tool);
  yield* all(lists.resources, (head) => entry('resources', head, head.uri));
  yield* all(lists.templates, (head) => entry('templates', head, head.uriTemplate));
  yield* all(lists.prompts, (head) => entry('prompts', head, head.name));
  const indexes = new Map<Kind, Fuzzy<Thing>>();
  for (const [kind, things] of byKind) indexes.set(kind, yield* fuzzyInSteps(things, textsOf));
  return { indexes, byId };
}
