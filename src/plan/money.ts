/** Money in millionths: what floats add beyond that is not money. */
export function roundMoney(amount: number): number {
  return Math.round(amount * 1e6) / 1e6;
}
