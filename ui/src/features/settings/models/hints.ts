import type { ModelMapping } from '../../../api/generated/contract';
import { textOfModel } from '../../../lib/modelRef';
import { toDollars } from '../../../lib/money';

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
    model: textOfModel(model),
    input: prices === null ? '' : toDollars(prices.input),
    output: prices === null ? '' : toDollars(prices.output),
  }));
}
