import type { ProviderKind } from '../../../api/generated/contract';
import { t } from '../../../words/translate';

interface Kind {
  /** Name of the product; absent where there are many. */
  name: string | null;
  defaultUrl: string;
  needsKey: boolean;
}

/** The kinds of providers, in the order they are offered. */
export const KINDS: Record<ProviderKind, Kind> = {
  anthropic: { name: 'Anthropic', defaultUrl: 'https://api.anthropic.com/v1', needsKey: true },
  openai: { name: 'OpenAI', defaultUrl: 'https://api.openai.com/v1', needsKey: true },
  gemini: {
    name: 'Gemini',
    defaultUrl: 'https://generativelanguage.googleapis.com/v1beta',
    needsKey: true,
  },
  ollama: { name: 'Ollama', defaultUrl: 'http://localhost:11434', needsKey: false },
  compatible: { name: null, defaultUrl: '', needsKey: false },
};

/** The name of a kind of provider. */
export const kindName = (kind: ProviderKind): string => KINDS[kind].name ?? t('settings.models.compatible');

export function isProviderKind(text: string | null): text is ProviderKind {
  return text !== null && Object.hasOwn(KINDS, text);
}
