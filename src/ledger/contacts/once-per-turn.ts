/** Many jobs start in one turn. */
export function oncePerTurn<T>(read: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    if (known === undefined) {
      known = { value: read() };
      setImmediate(() => void (known = undefined));
    }
    return known.value;
  };
}
