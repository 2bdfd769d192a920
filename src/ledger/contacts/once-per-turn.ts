export const endOfTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Many jobs start in one turn. */
export function oncePerTurn<T>(read: () => T, turn: () => Promise<void>): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    if (known === undefined) {
      known = { value: read() };
      void turn().then(() => (known = undefined));
    }
    return known.value;
  };
}
