/** So many rows go with one statement. */
export const rowsMost = 5_000;

export function* inChunks<T>(all: Iterable<T>, most: number = rowsMost): Generator<readonly T[]> {
  let chunk: T[] = [];
  for (const one of all) {
    chunk.push(one);
    if (chunk.length < most) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
