import type { Price, World } from '../ledger/world.ts';

/** The price of the longest prefix that the number begins with. */
export function priceFor(world: World, number: string): Price | undefined {
  let best: Price | undefined;
  for (const price of world.prices) {
    if (number.startsWith(price.prefix) && (best === undefined || price.prefix.length > best.prefix.length))
      best = price;
  }
  return best;
}
