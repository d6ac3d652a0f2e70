import type { ProviderKind } from '../../../api/generated/contract';

interface KindWords {
  /** What people call it. */
  name: string;
  /** Where it is unless the person says otherwise. */
  usualUrl: string;
  needsKey: boolean;
}

/** The kinds of providers, in the order they are offered. */
export const KINDS: Record<ProviderKind, KindWords> = {
  anthropic: { name: 'Anthropic', usualUrl: 'https://api.anthropic.com/v1', needsKey: true },
  openai: { name: 'OpenAI', usualUrl: 'https://api.openai.com/v1', needsKey: true },
  gemini: {
    name: 'Gemini',
    usualUrl: 'https://generativelanguage.googleapis.com/v1beta',
    needsKey: true,
  },
  ollama: { name: 'Ollama', usualUrl: 'http://localhost:11434', needsKey: false },
  compatible: { name: 'OpenAI-compatible', usualUrl: '', needsKey: false },
};

export function isProviderKind(text: string | null): text is ProviderKind {
  return text !== null && Object.hasOwn(KINDS, text);
}
