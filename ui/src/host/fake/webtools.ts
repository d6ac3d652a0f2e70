import type {
  PinId,
  SourceId,
  ToolDetail,
  WebtoolDetail,
  WebtoolId,
  WebtoolPin,
} from '../../api/generated/contract';
import { NOW } from './servers';

const DAY = 86_400_000;
const WEATHER = 'webtool-1' as SourceId;

/** The metadata of the fake webtool, exactly as it came. */
export const WEATHER_TEXT = JSON.stringify({
  name: 'weather_desk',
  description: 'Weather for places.',
  version: '2.0.3',
  actions: [
    { name: 'forecast', description: 'The weather of tomorrow.', requestSchema: { type: 'object' } },
    { name: 'alerts', description: 'Warnings in force.', requestSchema: { type: 'object' } },
  ],
});

const pin = (id: number, version: string, more: Partial<WebtoolPin> = {}): WebtoolPin => ({
  id: id as PinId,
  current: false,
  version,
  sha256: `${id}7c1e`.repeat(16).slice(0, 64),
  canonicalSha256: `${id}b042`.repeat(16).slice(0, 64),
  finalUrl: 'https://weather.example.com/v2/',
  mediaType: 'application/json',
  sizeBytes: 2_148,
  fetchedAt: NOW - id * DAY,
  standing: 'found',
  ...more,
});

/** A webtool with a new version that says something else under the same number. */
export function webtool(): WebtoolDetail {
  return {
    snapshot: {
      id: 'webtool-1' as WebtoolId,
      label: 'Weather webtool',
      kind: 'webtool',
      url: 'https://weather.example.com/v2',
      base: 'https://weather.example.com/v2',
      version: '2.0.3',
      actions: 2,
      state: { kind: 'stopped' },
      need: 'changed',
      checked: {
        at: NOW - 60_000,
        found: { kind: 'other', pinId: 3 as PinId, change: 'silent', keptOld: false },
      },
      fetchedAt: NOW - 2 * DAY,
      verifiedAt: NOW - DAY,
      createdAt: NOW - 2 * DAY,
    },
    document: {
      kind: 'webtool',
      name: 'weather_desk',
      description: 'Weather for places: forecasts, warnings, and what it was like.',
      version: '2.0.3',
      wantsConfiguration: true,
      credentials: ['API key'],
      leftOut: [],
      actions: [
        { name: 'forecast', description: 'The weather of tomorrow.', request: null },
        { name: 'alerts', description: 'Warnings in force.', request: null },
      ],
    },
    formSchema: {
      type: 'object',
      required: ['units'],
      properties: {
        units: { type: 'string', title: 'Units', enum: ['metric', 'imperial'] },
        days: { type: 'integer', title: 'Days', minimum: 1, maximum: 14 },
      },
    },
    config: { units: 'metric', days: 3 },
    slots: [
      {
        pointer: '/apiKey',
        name: 'API key',
        description: 'From your account page.',
        carrier: null,
        required: true,
        kept: true,
      },
    ],
    hasToken: false,
    checkEveryHours: 0,
    pins: [
      pin(3, '2.0.3', { fetchedAt: NOW - 60_000 }),
      pin(2, '2.0.3', { current: true, standing: 'used' }),
      pin(1, '1.9.0', { standing: 'used' }),
    ],
    session: '0197c0de-0000-7000-8000-0000000000aa',
  };
}

/** Its actions, as tools are listed. */
export function webtoolTools(): ToolDetail[] {
  return (webtool().document?.actions ?? []).map(({ name, description }) => ({
    head: {
      serverId: WEATHER,
      name,
      title: name,
      description,
      icon: null,
      annotations: { readOnly: null, destructive: null, idempotent: null, openWorld: null },
      uiResource: null,
      visibility: 'modelAndApp',
      repaired: [],
    },
    description,
    inputSchema: {
      type: 'object',
      required: ['place'],
      properties: { place: { type: 'string', description: 'A town.' } },
    },
    outputSchema: null,
    schemaProblem: null,
    taskSupport: 'forbidden',
    definition: `webtool ${name}`,
    raw: { name },
  }));
}
