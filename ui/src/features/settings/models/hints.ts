import type { ModelMapping, ModelRef, ProviderId } from '../../../api/generated/contract';

/** One row while it is being written. Prices are in dollars for a million tokens. */
export interface HintRow {
  key: number;
  hint: string;
  /** The model as the text of a choice. */
  model: string | null;
  input: number | '';
  output: number | '';
}

export function rowsOf(saved: readonly ModelMapping[]): HintRow[] {
  return saved.map(({ hint, model, prices }, index) => ({
    key: index,
    hint,
    model: textOf(model),
    input: prices === null ? '' : toDollars(prices.input),
    output: prices === null ? '' : toDollars(prices.output),
  }));
}

/** Ids of providers hold no space. */
export function textOf({ providerId, model }: ModelRef): string {
  return `${providerId} ${model}`;
}

export function refOf(text: string | null): ModelRef {
  const [provider = '', ...model] = (text ?? '').split(' ');
  return { providerId: provider as ProviderId, model: model.join(' ') };
}

/** Millionths of a dollar. */
export function fromDollars(dollars: number): number {
  return Math.round(dollars * 1_000_000);
}

function toDollars(millionths: number): number {
  return millionths / 1_000_000;
}
