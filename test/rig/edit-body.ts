/** A copy with the value at the path put in place of the present one; undefined takes the field out. */
export function put(body: unknown, path: readonly string[], value: unknown): unknown {
  const [name = '', ...rest] = path;
  const copy: Record<string, unknown> = Array.isArray(body) ? ([...body] as never) : { ...(body as object) };
  if (rest.length > 0) copy[name] = put(copy[name], rest, value);
  else if (value === undefined && !Array.isArray(copy)) delete copy[name];
  else copy[name] = value;
  return copy;
}

/** As `put`, unless an earlier edit has taken the place away. */
export function edit(body: unknown, path: readonly string[], value: unknown): unknown {
  try {
    return put(body, path, value);
  } catch {
    return body;
  }
}

export function valueAt(body: unknown, path: string): unknown {
  return path.split('.').reduce((value, name) => (value as Record<string, unknown>)[name], body);
}

/** Every place in a body, from the outside in. */
export function pathsOf(body: unknown, at = ''): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const path = at === '' ? name : `${at}.${name}`;
    return [path, ...pathsOf(value, path)];
  });
}
