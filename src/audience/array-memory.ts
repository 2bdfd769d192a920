type Numbers = Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** The same numbers with room for twice as many. The array that was given is empty from then on. */
export function doubled<Array extends Numbers>(numbers: Array): Array {
  const larger = new (numbers.constructor as new (length: number) => Array)(numbers.length * 2);
  larger.set(numbers);
  release(numbers);
  return larger;
}

/**
 * Empties an array whose memory is to be free with the next collection of young objects. Else it is kept until all objects are
 * collected: as a list of a million is read, its arrays would need the memory of two lists.
 */
export function release({ buffer }: { readonly buffer: ArrayBuffer }): void {
  structuredClone(undefined, { transfer: [buffer] });
}
