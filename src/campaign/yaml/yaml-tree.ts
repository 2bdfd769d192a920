import type { SourceFile, Span } from '../../diagnostic/source-file.ts';
import type { UnreadableEntry } from './unreadable-entries.ts';

/** A document as plain values (maps have no prototype), with the place of each. */
export interface YamlTree {
  readonly file: SourceFile;
  readonly value: object;
  readonly root: Place;
  /** By map or list, then by key or index. A map that an alias repeats is read again, with the places of the original. */
  readonly places: WeakMap<object, Map<string | number, Place>>;
  /** Entries that cannot be read, and have no value here. */
  readonly unreadableEntries: readonly UnreadableEntry[];
}

export interface Place {
  readonly key?: Span;
  readonly value: Span;
  /** A scalar as it is written, and its style. */
  readonly source?: string;
  readonly style?: 'plain' | 'quoted' | 'block';
  /** A comment that follows on the same line. */
  readonly comment?: string;
}

export type Path = readonly (string | number)[];

/** The value at a path; undefined where there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((at, key) => (at as Record<string | number, unknown> | null | undefined)?.[key], value);
}

/** The keys of the map at a path; none where there is no map. */
export function keysAt({ value: root }: YamlTree, path: Path): readonly string[] {
  const value = valueAt(root, path);
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

/** The path of a key of what may also be written as a text alone, as in `forEach: members`. */
export function pathInside({ value: root }: YamlTree, path: Path, key: string): Path {
  const value = valueAt(root, path);
  return typeof value === 'object' && value !== null ? [...path, key] : path;
}

/** The place of the node at a path, or of its nearest existing parent. */
export function placeAt(tree: YamlTree, path: Path): Place {
  let place = tree.root;
  let value: unknown = tree.value;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) break;
    const next = tree.places.get(value)?.get(key);
    if (next === undefined) break;
    place = next;
    value = (value as Record<string | number, unknown>)[key];
  }
  return place;
}

export function valueSpan(tree: YamlTree, path: Path): Span {
  return placeAt(tree, path).value;
}

/** The key's place, if there is one: the better place for a finding about a whole map. */
export function keySpan(tree: YamlTree, path: Path): Span {
  const place = placeAt(tree, path);
  return place.key ?? headOf(place.value);
}

/** A span that is no longer than its first line. */
export function headOf(span: Span): Span {
  const lineEnd = span.file.text.indexOf('\n', span.start);
  return lineEnd === -1 || lineEnd >= span.end ? span : { ...span, end: lineEnd };
}
