import type {
  JsonValue,
  PromptHead,
  ResourceHead,
  ServerId,
  TemplateHead,
  ToolAnnotations,
  ToolDetail,
  Message,
} from '../../api/generated/contract';
import { DEMO } from './servers';
import { coreMessage } from '../../words/message';

const GITHUB = 'github' as ServerId;

const unclaimed: ToolAnnotations = { readOnly: null, destructive: null, idempotent: null, openWorld: null };

interface ToolSeed {
  serverId: ServerId;
  name: string;
  title?: string;
  description: string;
  annotations?: Partial<ToolAnnotations>;
  inputSchema?: JsonValue;
  outputSchema?: JsonValue;
  schemaProblem?: Message;
  uiResource?: string;
}

function tool(seed: ToolSeed): ToolDetail {
  const inputSchema = seed.inputSchema ?? { type: 'object', properties: {} };
  return {
    head: {
      serverId: seed.serverId,
      name: seed.name,
      title: seed.title ?? seed.name,
      description: seed.description,
      icon: null,
      annotations: { ...unclaimed, ...seed.annotations },
      uiResource: seed.uiResource ?? null,
      visibility: 'modelAndApp',
      repaired: [],
    },
    description: seed.description,
    inputSchema,
    outputSchema: seed.outputSchema ?? null,
    schemaProblem: seed.schemaProblem ?? null,
    taskSupport: 'forbidden',
    definition: `${seed.serverId} ${seed.name}`,
    raw: { name: seed.name, description: seed.description, inputSchema },
  };
}

/** A schema with most of what a form has to show. */
const SEARCH_SCHEMA: JsonValue = {
  type: 'object',
  required: ['query'],
  properties: {
    query: { type: 'string', title: 'Query', description: 'Words to look for.', minLength: 1 },
    repository: {
      type: 'string',
      title: 'Repository',
      enum: ['acme/portal', 'acme/api', 'acme/docs', 'acme/site', 'acme/ops'],
    },
    state: { type: 'string', title: 'State', enum: ['open', 'closed', 'all'], default: 'open' },
    labels: { type: 'array', title: 'Labels', items: { type: 'string' }, maxItems: 10 },
    perPage: { type: 'integer', title: 'Per page', minimum: 1, maximum: 100, default: 30 },
    filters: {
      type: 'object',
      title: 'Filters',
      properties: {
        assignee: { type: ['string', 'null'], title: 'Assignee' },
        since: { type: 'string', format: 'date', title: 'Since' },
      },
    },
  },
};

/** A tool whose results an app draws. */
export const CHART: ToolDetail = tool({
  serverId: DEMO,
  name: 'chart_rain',
  title: 'Chart of rain',
  description: 'Draws the rain of a week.',
  annotations: { readOnly: true },
  uiResource: 'ui://demo/chart',
});

export const TOOLS: ToolDetail[] = [
  tool({
    serverId: DEMO,
    name: 'echo',
    title: 'Echo',
    description: 'Says what you say.',
    annotations: { readOnly: true, idempotent: true },
    inputSchema: {
      type: 'object',
      required: ['message'],
      properties: { message: { type: 'string', title: 'Message', default: 'Hello' } },
    },
  }),
  tool({
    serverId: DEMO,
    name: 'get_image',
    title: 'Picture',
    description: 'Returns an image.',
    annotations: { readOnly: true },
  }),
  tool({
    serverId: DEMO,
    name: 'weather',
    title: 'Weather',
    description: 'Structured output with a schema.',
    inputSchema: { type: 'object', properties: { city: { type: 'string', title: 'City' } } },
    outputSchema: { type: 'object', required: ['celsius'], properties: { celsius: { type: 'number' } } },
    annotations: { readOnly: true, openWorld: true },
  }),
  tool({
    serverId: DEMO,
    name: 'long_task',
    title: 'Long task',
    description: 'Works for some seconds and reports progress.',
    inputSchema: {
      type: 'object',
      properties: { steps: { type: 'integer', title: 'Steps', minimum: 1, maximum: 20, default: 5 } },
    },
  }),
  tool({ serverId: DEMO, name: 'fail', title: 'Fail', description: 'Always reports an error.' }),
  tool({
    serverId: DEMO,
    name: 'ask_form',
    title: 'Approval with a form',
    description: 'Asks you something before it answers.',
  }),
  tool({
    serverId: DEMO,
    name: 'delete_everything',
    title: 'Delete everything',
    description: 'Deletes nothing, but claims to.',
    annotations: { destructive: true },
  }),
  tool({
    serverId: GITHUB,
    name: 'search_issues',
    title: 'Search issues',
    description:
      'Find issues and pull requests across repositories with GitHub search syntax. Returns the first page, newest first.',
    annotations: { readOnly: true, openWorld: true },
    inputSchema: SEARCH_SCHEMA,
  }),
  tool({
    serverId: GITHUB,
    name: 'merge_pull_request',
    title: 'Merge pull request',
    description: 'Merge a pull request into its base branch.',
    annotations: { destructive: true, openWorld: true },
    inputSchema: {
      type: 'object',
      required: ['number'],
      properties: {
        number: { type: 'integer', minimum: 1 },
        method: { enum: ['merge', 'squash', 'rebase'] },
      },
    },
  }),
  tool({
    serverId: GITHUB,
    name: 'triage_issue',
    title: 'Triage issue',
    description: 'Label and assign an issue.',
    schemaProblem: coreMessage('schema.invalidAt', {
      path: 'properties.labels.items',
      fault: 'Must be an object.',
    }),
  }),
];

const claims: ResourceHead['annotations'] = { audience: [], priority: null, lastModified: null };

function resource(uri: string, title: string, mimeType: string, sizeBytes: number | null): ResourceHead {
  return {
    serverId: DEMO,
    uri,
    name: uri.split('/').at(-1) ?? uri,
    title,
    description: null,
    mimeType,
    sizeBytes,
    icon: null,
    annotations: claims,
    subscribed: false,
  };
}

export const RESOURCES: ResourceHead[] = [
  resource('demo://docs/readme.md', 'Read me', 'text/markdown', 812),
  resource('demo://docs/plan.json', 'Plan', 'application/json', 240),
  resource('demo://pictures/arch.png', 'Arch', 'image/png', 4_210),
  resource('demo://data/tides.csv', 'Tides', 'text/csv', 1_480),
  resource('demo://pictures/chart.svg', 'Chart', 'image/svg+xml', 920),
  resource('demo://sounds/bell.wav', 'Bell', 'audio/wav', 44_144),
  resource('demo://docs', 'All documents', 'text/markdown', null),
  resource('demo://live/clock', 'Clock', 'text/plain', null),
  resource('demo://data/blob.bin', 'Blob', 'application/octet-stream', 2_048),
];

export const TEMPLATES: TemplateHead[] = [
  {
    serverId: DEMO,
    uriTemplate: 'demo://cities/{country}/{city}',
    name: 'city',
    title: 'City',
    description: 'A city by country and name.',
    mimeType: 'application/json',
    icon: null,
    annotations: { audience: ['assistant'], priority: 0.5, lastModified: null },
    variables: ['country', 'city'],
  },
];

export const PROMPTS: PromptHead[] = [
  {
    serverId: DEMO,
    name: 'greet',
    title: 'Greet somebody',
    description: 'A greeting in a chosen language.',
    icon: null,
    arguments: [
      { name: 'name', title: 'Name', description: 'Who is greeted.', required: true },
      { name: 'language', title: 'Language', description: 'Completed by the server.', required: false },
    ],
  },
  {
    serverId: DEMO,
    name: 'summary',
    title: 'Summary',
    description: 'No arguments.',
    icon: null,
    arguments: [],
  },
  {
    serverId: GITHUB,
    name: 'review',
    title: 'Review a pull request',
    description: 'Asks a model for a review.',
    icon: null,
    arguments: [{ name: 'number', title: 'Number', description: null, required: true }],
  },
];
