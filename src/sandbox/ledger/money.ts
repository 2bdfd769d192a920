/** A millionth of the account's unit. Whole numbers below 2^53, so that sums are exact. */
export type Micros = number & { readonly __unit?: 'micros' };

/** A decimal of at most six places, such as `1000` or `0.005`; undefined for any other text and for more than a billion. */
export function microsOf(text: string): Micros | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text);
  return match === null ? undefined : Number(match[1]) * 1_000_000 + Number((match[2] ?? '').padEnd(6, '0'));
}

/** The shortest decimal text: `1000`, `949.9925`. */
export function decimalOf(micros: Micros): string {
  const whole = Math.floor(micros / 1_000_000);
  const rest = String(micros % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return rest === '' ? String(whole) : `${whole}.${rest}`;
}

export function availableOf(money: Money): Micros {
  return money.balance + money.gift + money.credit;
}

/** Gift first, then the balance, then credit; undefined if all of it is not enough. */
export function spend(money: Money, cost: Micros): Money | undefined {
  if (availableOf(money) < cost) return undefined;
  const gift = Math.min(money.gift, cost);
  const balance = Math.min(money.balance, cost - gift);
  return {
    gift: money.gift - gift,
    balance: money.balance - balance,
    credit: money.credit - (cost - gift - balance),
  };
}

export interface Money {
  readonly balance: Micros;
  readonly gift: Micros;
  readonly credit: Micros;
}
