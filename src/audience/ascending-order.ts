/** The indices of these numbers in their order; of equal ones the first comes first. */
export function ascendingOrder(numbers: Float64Array): Uint32Array {
  return Uint32Array.from(numbers.keys()).sort((one, other) => numbers[one]! - numbers[other]! || one - other);
}
