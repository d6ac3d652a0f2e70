import { formatNumber } from './format';

/** Money is counted in millionths of a dollar. */
export function fromDollars(amount: number): number {
  return Math.round(amount * 1_000_000);
}

export function toDollars(millionths: number): number {
  return millionths / 1_000_000;
}

/** As people read it: cents, and parts of cents where that is all there is. */
export function dollars(millionths: number): string {
  const amount = toDollars(millionths);
  const digits = amount !== 0 && amount < 0.1 ? 4 : 2;
  return formatNumber(amount, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
