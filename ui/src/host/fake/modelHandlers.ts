import type { AppEvent, ModelProvider, ProviderId, ProviderKind } from '../../api/generated/contract';
import type { Handlers } from './handlers';
import { fail } from './serverHandlers';
import { NOW } from './servers';
import type { FakeModels, World } from './world';
import { coreMessage } from '../../words/message';

type Mine = Pick<Handlers, Extract<keyof Handlers, `model.${string}`>>;

const MODELS: Record<ProviderKind, string[]> = {
  anthropic: ['claude-opus-4-5', 'claude-sonnet-4-5', 'claude-haiku-4-5'],
  openai: ['gpt-5', 'gpt-5-mini'],
  gemini: ['gemini-3-pro', 'gemini-3-flash'],
  ollama: ['llama3.2:latest'],
  compatible: ['local-model'],
};

export const someModels = (): FakeModels => ({
  providers: [
    {
      id: 'anthropic1' as ProviderId,
      kind: 'anthropic',
      label: 'Anthropic',
      baseUrl: 'https://api.anthropic.com/v1',
      hasKey: true,
      changedOutside: false,
      models: MODELS.anthropic.map((id) => ({ id, title: null })),
      fetchedAt: NOW - 3_600_000,
    },
    {
      id: 'ollama1' as ProviderId,
      kind: 'ollama',
      label: 'Ollama',
      baseUrl: 'http://localhost:11434/',
      hasKey: false,
      changedOutside: false,
      models: MODELS.ollama.map((id) => ({ id, title: null })),
      fetchedAt: NOW - 60_000,
    },
  ],
  mappings: [
    {
      hint: 'sonnet',
      model: { providerId: 'anthropic1' as ProviderId, model: 'claude-sonnet-4-5' },
      prices: { input: 3_000_000, output: 15_000_000 },
    },
  ],
});

/** An empty key is refused where one is needed; a provider whose address holds "down" cannot be reached. */
export function modelHandlers(world: World, emit: (event: AppEvent) => void): Mine {
  const { models } = world;
  const changed = () => emit({ kind: 'modelsChanged' });
  const find = (id: ProviderId): ModelProvider =>
    models.providers.find((provider) => provider.id === id) ?? fail('notFound', 'provider.unknown');
  const reach = ({ label, baseUrl }: ModelProvider) =>
    baseUrl.includes('down') &&
    fail(
      'serverUnreachable',
      coreMessage('models.unreachable', { provider: label, reason: 'connection refused' }),
    );
  return {
    'model.providers': () => models.providers,
    'model.add': ({ kind, label, baseUrl, key }) => {
      if (key === null && ['anthropic', 'openai', 'gemini'].includes(kind)) {
        return fail('invalid', 'provider.invalid', {
          fields: [{ field: 'key', message: coreMessage('provider.keyRequired', { provider: 'OpenAI' }) }],
        });
      }
      const provider: ModelProvider = {
        id: `${kind}${models.providers.length + 1}` as ProviderId,
        kind,
        label,
        baseUrl: baseUrl === '' ? `https://${kind}.example/v1` : baseUrl,
        hasKey: key !== null,
        changedOutside: false,
        models: [],
        fetchedAt: null,
      };
      models.providers.push(provider);
      changed();
      return provider;
    },
    'model.edit': ({ providerId, label, baseUrl, key }) => {
      const provider = find(providerId);
      Object.assign(provider, { label, baseUrl, changedOutside: false });
      if (key.kind !== 'keep') provider.hasKey = key.kind === 'set';
      changed();
      return provider;
    },
    'model.remove': ({ providerId }) => {
      models.providers = models.providers.filter(({ id }) => id !== providerId);
      changed();
      return null;
    },
    'model.list': ({ providerId }) => {
      const provider = find(providerId);
      reach(provider);
      provider.models = MODELS[provider.kind].map((id) => ({ id, title: null }));
      provider.fetchedAt = NOW;
      changed();
      return provider;
    },
    'model.test': ({ providerId }) => {
      reach(find(providerId));
      return { text: 'Hello there!', tokens: 21 };
    },
    'model.mappings': () => ({ rows: models.mappings }),
    'model.setMappings': ({ rows }) => {
      models.mappings = rows;
      changed();
      return { rows };
    },
  };
}
