import { maskNumbers } from '../../diagnostic/numbers-in-text.ts';

/** A value with every text in it as people may see it: whatever could be somebody's number is masked unless they asked for it. */
export function masked<Value>(value: Value, showNumbers: boolean): Value {
  return showNumbers ? value : (maskAll(value) as Value);
}

/** They go back as they came: names of ours, and of files and folders, which say nothing about anybody. */
const notText: ReadonlySet<string> = new Set(['handle', 'person', 'listDigest', 'file', 'folders', 'project', 'id']);

function maskAll(value: unknown): unknown {
  if (typeof value === 'string') return maskNumbers(value);
  if (Array.isArray(value)) return value.map(maskAll);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, notText.has(name) ? inner : maskAll(inner)]),
  );
}
