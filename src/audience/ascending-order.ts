const low = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 0 : 1;

/** The indices of these whole numbers in their order; of equal ones the first comes first. */
export function ascendingOrder(numbers: Float64Array): Uint32Array {
  const order = new Uint32Array(numbers.length);
  let isSorted = true;
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index]!;
    order[index] = index;
    if (number < most) isSorted = false;
    if (number < least) least = number;
    if (number > most) most = number;
  }
  if (isSorted) return order;
  const places = 2 ** Math.ceil(Math.log2(numbers.length));
  if ((most - least + 1) * places > 2 ** 64) {
    return order.sort((a, b) => numbers[a]! - numbers[b]! || a - b);
  }
  // One native sort of numbers of 64 bits, the index below: a sort that calls back takes ten times as long.
  const keys = new BigUint64Array(numbers.length);
  const halves = new Uint32Array(keys.buffer);
  const inUpperHalf = 2 ** 32 / places;
  for (let index = 0; index < numbers.length; index++) {
    const above = numbers[index]! - least;
    const upper = Math.floor(above / inUpperHalf);
    halves[2 * index + 1 - low] = upper;
    halves[2 * index + low] = (above - upper * inUpperHalf) * places + index;
  }
  keys.sort();
  for (let place = 0; place < numbers.length; place++) order[place] = halves[2 * place + low]! % places;
  return order;
}
