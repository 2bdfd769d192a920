import type { Body } from './decision.ts';

/** Section "Paged result": the fields of `data` for one page. A page past the last one is empty. */
export function pageOf(records: readonly unknown[], body: Body): Readonly<Record<string, unknown>> {
  const size = Number(body.size);
  const current = Number(body.current);
  const first = (current - 1) * size;
  return {
    total: records.length,
    size,
    current,
    pages: Math.ceil(records.length / size),
    records: records.slice(first, first + size),
  };
}

/** An absent or null filter does not filter. */
export function passes(filter: unknown, value: string | number): boolean {
  return filter === undefined || filter === null || filter === value || filter === Number(value);
}
