import { type Alias, isAlias, isMap, isPair, isScalar, isSeq, type Node, type Pair, type Scalar } from 'yaml';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { SourceFile, Span } from '../../diagnostic/source-file.ts';
import { finding } from '../rules/rule.ts';
import {
  duplicateKey,
  mergeOfNoMap,
  needsQuotesAnchor,
  needsQuotesWord,
  numberCutByComma,
  unquotedTemplate,
} from './yaml-findings.ts';
import type { Place } from './yaml-tree.ts';

/** Nodes that a campaign may come to once its aliases are written out. */
export const nodesMax = 200_000;
/** Limit for the findings of the YAML library and for our own. A file of 5 MB can have millions, which nobody reads. */
export const mistakesMax = 100;
const depthMax = 64;

export function treeReader(file: SourceFile) {
  const places = new WeakMap<object, Map<string | number, Place>>();
  const findings: Diagnostic[] = [];
  /** Ranges of offsets whose YAML errors a better finding has retired. */
  const retired: [number, number][] = [];
  const anchors = new Map<string, Node>();
  /** By the anchors above it: a later one may have the same name. */
  const targets = new Map<Alias, Node | undefined>();
  /** Texts without quotes. */
  const anchored: Scalar[] = [];
  const open = new Set<Node>();
  let nodes = 0;
  let found = 0;
  let overflown = false;
  let outermost: Alias | undefined;

  function note(one: Diagnostic): void {
    if (++found <= mistakesMax) findings.push(one);
  }

  function overflow(node: Node, message: string): null {
    if (!overflown) findings.push(finding('CS1009', spanOf(file, outermost ?? node), message));
    overflown = true;
    return null;
  }

  function read(node: Node, depth: number): unknown {
    if (overflown) return null;
    if (++nodes > nodesMax)
      return overflow(node, 'With its aliases expanded, this document has more than 200,000 values');
    if (depth > depthMax) throw new RangeError('nested too deeply');
    if (isAlias(node)) return readAlias(node, depth);
    if (outermost === undefined && 'anchor' in node && node.anchor) {
      anchors.set(node.anchor, node);
      if (isScalar(node) && node.type === 'PLAIN' && typeof node.value === 'string') anchored.push(node);
    }
    // Once there are more findings than are kept, nothing of the text is used, and each look goes to the end of its line.
    const template = found > mistakesMax ? undefined : unquotedTemplate(file, node);
    if (template) {
      note(template.finding);
      retired.push(template.retires);
      return template.text;
    }
    if (isScalar(node)) return readScalar(node);
    open.add(node);
    const value = isMap(node) ? readMap(node.items, depth) : isSeq(node) ? readSeq(node.items as Node[], depth) : null;
    open.delete(node);
    return value;
  }

  function readAlias(alias: Alias, depth: number): unknown {
    const target = targetOf(alias);
    if (target === undefined) {
      note(needsQuotesWord(file, alias.source, spanOf(file, alias)));
      return null;
    }
    if (open.has(target)) return overflow(alias, `\`*${alias.source}\` is inside the value that it repeats`);
    const isOutermost = outermost === undefined;
    if (isOutermost) outermost = alias;
    const value = read(target, depth);
    if (isOutermost) outermost = undefined;
    return value;
  }

  function targetOf(alias: Alias): Node | undefined {
    if (!targets.has(alias)) targets.set(alias, anchors.get(alias.source));
    return targets.get(alias);
  }

  /** A scalar that an alias repeats is judged where it is written, `0800` too. */
  function writtenAt(node: Node): Node {
    const target = isAlias(node) ? targetOf(node) : undefined;
    return isScalar(target) ? target : node;
  }

  function readScalar(node: { readonly value: unknown; readonly source?: string } & Node): unknown {
    if (typeof node.value === 'number' && Number.isInteger(node.value) && !Number.isSafeInteger(node.value)) {
      const message = `\`${node.source}\` is too large to be an exact number`;
      note(
        finding('CS1013', spanOf(file, node), message, {
          hint: `put it in quotes if it is a text or a \`jobId\`: "${node.source}"`,
        }),
      );
      return node.source;
    }
    noteHalf(node, node.value);
    return node.value ?? null;
  }

  /** In double quotes, `\ud83d` is half of an emoji: nobody could read it. */
  function noteHalf(node: Node, text: unknown): void {
    if (typeof text !== 'string' || !surrogate.test(text)) return;
    const hint = 'write the character itself';
    note(finding('CS1001', spanOf(file, node), 'An escape in this text is half of a character', { hint }));
  }

  function readSeq(items: readonly Node[], depth: number): unknown[] {
    const value: unknown[] = [];
    const placed = new Map<number, Place>();
    items.forEach((item, index) => {
      value.push(read(item, depth + 1));
      placed.set(index, placeOf(file, writtenAt(item), undefined));
    });
    places.set(value, placed);
    return value;
  }

  function readMap(items: readonly Pair[], depth: number): Record<string, unknown> {
    // No prototype: a key `__proto__` is a key like any other.
    const value = Object.create(null) as Record<string, unknown>;
    const placed = new Map<string | number, Place>();
    const merged: Record<string, unknown>[] = [];
    for (const [index, pair] of items.entries()) {
      if (!isPair(pair) || !isScalar(pair.key)) continue;
      const cut = numberCutByComma(file, items[index - 1], pair);
      if (cut !== undefined) {
        note(cut);
        continue;
      }
      const key = textOf(pair.key.value);
      noteHalf(pair.key as Node, key);
      const item = pair.value === null ? null : read(pair.value as Node, depth + 1);
      if (key === '<<') {
        const maps = Array.isArray(item) ? item : [item];
        if (!maps.every(isMapping)) note(mergeOfNoMap(spanOf(file, (pair.value ?? pair.key) as Node)));
        merged.push(...maps.filter(isMapping));
        continue;
      }
      const first = placed.get(key)?.key;
      if (first !== undefined) note(duplicateKey(key, spanOf(file, pair.key as Node), first));
      value[key] = item;
      placed.set(key, placeOf(file, writtenAt((pair.value ?? pair.key) as Node), pair.key));
    }
    for (const from of merged) {
      for (const [key, item] of Object.entries(from)) {
        if (key in value) continue;
        value[key] = item;
        const place = places.get(from)?.get(key);
        if (place) placed.set(key, place);
      }
    }
    places.set(value, placed);
    return value;
  }

  /** `body: &Friends come all` sends "come all". */
  function findLostWords(): void {
    const repeated = new Set([...targets.keys()].map(({ source }) => source));
    for (const node of anchored)
      if (!repeated.has(node.anchor!)) note(needsQuotesAnchor(file, spanOf(file, node), node.anchor!));
  }

  /** Whether there are more findings than were kept. */
  const isCut = (): boolean => found > mistakesMax;
  return { read, findLostWords, places, findings, isCut, retired };
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Keys are strings, except an empty one (`: value`). */
function textOf(key: unknown): string {
  return typeof key === 'string' ? key : '';
}

const surrogate = /\p{Surrogate}/u;

function placeOf(file: SourceFile, value: Node, key: Node | undefined): Place {
  const scalar = isScalar(value) && typeof value.source === 'string' ? value : undefined;
  return {
    value: spanOf(file, value),
    ...(key ? { key: spanOf(file, key) } : {}),
    ...(scalar ? { source: scalar.source as string, style: scalarStyle(String(scalar.type)) } : {}),
    ...(scalar?.comment !== undefined && scalar.comment !== null ? { comment: scalar.comment } : {}),
  };
}

function scalarStyle(type: string): 'plain' | 'quoted' | 'block' {
  if (type === 'PLAIN') return 'plain';
  return type.startsWith('QUOTE') ? 'quoted' : 'block';
}

export function spanOf(file: SourceFile, node: Node): Span {
  const [start, end] = node.range ?? [0, 0];
  return { file, start, end };
}
