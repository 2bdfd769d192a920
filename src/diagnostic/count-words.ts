const grouped = new Intl.NumberFormat('en-GB');

/** `9,412`. */
export function formatCount(count: number): string {
  return grouped.format(count);
}

/** `1 row`, `3,214 rows`. Default of `many`: with an `s`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
