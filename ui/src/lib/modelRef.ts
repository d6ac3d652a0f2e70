import type { ModelProvider, ModelRef, ProviderId } from '../api/generated/contract';

/** A model as the text of a choice. Ids of providers hold no space. */
export function textOfModel({ providerId, model }: ModelRef): string {
  return `${providerId} ${model}`;
}

export function modelOfText(text: string | null): ModelRef {
  const [provider = '', ...model] = (text ?? '').split(' ');
  return { providerId: provider as ProviderId, model: model.join(' ') };
}

export interface ModelGroup {
  group: string;
  items: { value: string; label: string }[];
}

/** What can be chosen: the listed models of each provider, and those that are used but not listed. */
export function modelChoices(
  providers: readonly ModelProvider[],
  used: readonly ModelRef[],
): readonly ModelGroup[] {
  return providers
    .map(({ id, label, models }) => {
      const own = used.filter(({ providerId }) => providerId === id).map(({ model }) => model);
      const names = new Set([...models.map((model) => model.id), ...own]);
      return {
        group: label,
        items: [...names].map((name) => ({
          value: textOfModel({ providerId: id, model: name }),
          label: name,
        })),
      };
    })
    .filter(({ items }) => items.length > 0);
}
