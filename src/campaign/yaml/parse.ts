import {
  type Alias,
  Composer,
  CST,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type Pair,
  Parser,
  visit,
  YAMLParseError,
} from 'yaml';
import type { Checked, Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { SourceFile, Span } from '../../diagnostic/source-file.ts';
import { isUnreadable, moreMistakes, unlikeBefore } from './reported-mistakes.ts';
import { isInUnreadableEntry, type UnreadableEntry, unreadableAround, withUnreadable } from './unreadable-entries.ts';
import { duplicateKey, needsQuotesWord, unquotedTemplate, yamlFinding } from './yaml-findings.ts';
import type { Place, YamlTree } from './yaml-tree.ts';

/** Nodes that a campaign may come to once its aliases are written out. */
const nodesMax = 200_000;
const depthMax = 64;
/** A campaign of five thousand steps with short texts is a third of this; recipients belong in audience files. */
export const yamlMostBytes = 5_000_000;

/** YAML 1.2 text → plain values with their places. Every common mistake has its own finding. */
export function parseYaml(file: SourceFile): Checked<YamlTree> {
  if (file.text.length > yamlMostBytes) return { value: undefined, diagnostics: [tooLarge(file)] };
  try {
    return readDocument(file);
  } catch (error) {
    // The parser recurses: nesting of some thousand levels ends its stack.
    if (error instanceof RangeError) return failure(file, 'CS1018', 'This document is nested too deeply');
    throw error;
  }
}

function failure(file: SourceFile, code: 'CS1018' | 'CS1014', message: string): Checked<YamlTree> {
  return { value: undefined, diagnostics: [{ code, severity: 'error', message, span: firstLine(file) }] };
}

export function tooLarge(file: SourceFile, what = 'is larger than 5 MB'): Diagnostic {
  const hint = 'put recipients in an audience file';
  return { code: 'CS1016', severity: 'error', message: `This file ${what}`, span: firstLine(file), hint };
}

function firstLine(file: SourceFile): Span {
  return { file, start: 0, end: Math.max(0, file.text.indexOf('\n')) };
}

function readDocument(file: SourceFile): Checked<YamlTree> {
  const read = readText(file, file.text);
  if (read.value !== undefined || read.diagnostics.length > mistakesMax) return read;
  return readAround(file, read.diagnostics) ?? read;
}

/** The YAML errors in one entry alone. */
const ofOneEntry: ReadonlySet<string> = new Set(['CS1001', 'CS1003', 'CS1010', 'CS1015']);
/** Each unreadable entry needs another parse: limits for their number and for the characters in all. */
const unreadableMost = 20;
const rereadMost = 500_000;

/**
 * Leaves out unreadable steps and audiences, one after the other, so that the rest is still checked. An error that disappears
 * with the entry above it came from that entry.
 */
function readAround(file: SourceFile, found: readonly Diagnostic[]): Checked<YamlTree> | undefined {
  const unreadableEntries: UnreadableEntry[] = [];
  const reported: Diagnostic[] = [];
  let diagnostics = found;
  for (let left = Math.min(unreadableMost, rereadMost / file.text.length); left > 0; left--) {
    const [first] = diagnostics.filter(isUnreadable).sort((a, b) => a.span.start - b.span.start);
    if (first === undefined || !ofOneEntry.has(first.code) || isInUnreadableEntry(unreadableEntries, first.span.start))
      return undefined;
    const entry = unreadableAround(file.text, first.span.start);
    if (entry === undefined) return undefined;
    const isImplied = ({ code }: Diagnostic): boolean => code === 'CS1010' && unreadableEntries.length > 0;
    // What an alias repeats may be in an earlier unreadable entry.
    reported.push(...diagnostics.filter((one) => isInUnreadableEntry([entry], one.span.start) && !isImplied(one)));
    unreadableEntries.push(entry);
    const next = readText(file, withUnreadable(file.text, unreadableEntries));
    if (next.value !== undefined)
      return { value: { ...next.value, unreadableEntries }, diagnostics: [...reported, ...next.diagnostics] };
    diagnostics = next.diagnostics;
  }
  return undefined;
}

/** A document of `nodesMax` values has at most this many tokens: keys, values, and the signs between them. */
const marksMax = 5 * nodesMax;
/** Limit for the findings of the YAML library and for our own. A file of 5 MB can have millions, which nobody reads. */
const mistakesMax = 100;

/**
 * Like the library's `parseDocument`, but with limits: it keeps only the first errors, and returns undefined for a text with too
 * many tokens.
 */
function parseDocument(text: string): { readonly document: Document; readonly isCut: boolean } | undefined {
  const composer = new Composer({
    version: '1.2',
    stringKeys: true,
    // Ours is linear in the number of keys, and knows the place of the first.
    uniqueKeys: false,
    merge: true,
    keepSourceTokens: false,
    logLevel: 'error',
  });
  const taker = composer as unknown as MistakeTaker;
  const { onError } = taker;
  let marks = 0;
  let mistakes = 0;
  taker.onError = (...mistake) => {
    if (++mistakes <= mistakesMax) onError(...mistake);
  };
  function* tokens(): Generator<CST.Token> {
    const parser = new Parser();
    for (const lexeme of new Lexer().lex(text)) {
      const type = CST.tokenType(lexeme);
      if (type !== null && !isBlank.has(type) && ++marks > marksMax) return;
      for (const token of parser.next(lexeme)) if (token.type !== 'error' || ++mistakes <= mistakesMax) yield token;
    }
    yield* parser.end();
  }
  const [document, other] = firstTwo(composer.compose(tokens(), true, text.length));
  if (document === undefined || marks > marksMax) return undefined;
  if (other !== undefined)
    document.errors.push(new YAMLParseError([other.range[0], other.range[1]], 'MULTIPLE_DOCS', ''));
  return { document, isCut: mistakes > mistakesMax };
}

/** A part of the library's class that its types hide. */
interface MistakeTaker {
  onError(...mistake: readonly unknown[]): void;
}

const isBlank: ReadonlySet<string> = new Set(['space', 'newline', 'comment']);

function firstTwo<T>(from: Iterable<T>): T[] {
  const found: T[] = [];
  for (const one of from) if (found.push(one) === 2) break;
  return found;
}

/** `text` is the file's, or the file's without its unreadable entries. */
function readText(file: SourceFile, text: string): Checked<YamlTree> {
  const parsed = parseDocument(text);
  if (parsed === undefined) return { value: undefined, diagnostics: [tooLarge(file, 'has more than 200,000 values')] };
  const { document } = parsed;
  const reader = treeReader(file);
  const root = document.contents;
  const value = root === null ? null : reader.read(root, 0);
  const directive = directiveFinding(file, document.directives?.yaml);
  const syntax = [...document.errors, ...document.warnings]
    .filter((error) => !reader.retired.some(([start, end]) => error.pos[0] >= start && error.pos[0] <= end))
    .map(({ code, message, pos }) =>
      yamlFinding(file, { code, message, pos, opens: () => quoteUpTo(document, pos[0]) }),
    );
  const diagnostics = [...(directive ? [directive] : []), ...unlikeBefore(syntax), ...reader.findings];
  if (parsed.isCut || reader.isCut()) diagnostics.push(moreMistakes(diagnostics.at(-1)?.span ?? firstLine(file)));
  if (diagnostics.some(isUnreadable)) return { value: undefined, diagnostics };
  if (root === null || value === null || typeof value !== 'object' || Array.isArray(value)) {
    const empty = failure(
      file,
      'CS1014',
      root === null ? 'This file is empty' : 'A campaign is a map of keys and values',
    );
    return { value: undefined, diagnostics: [...diagnostics, ...empty.diagnostics] };
  }
  return {
    value: { file, value, places: reader.places, root: { value: spanOf(file, root) }, unreadableEntries: [] },
    diagnostics,
  };
}

/** Where the quoted text begins that ends here because a quote is missing. */
function quoteUpTo(document: Document, end: number): number | undefined {
  let start: number | undefined;
  visit(document, {
    Scalar: (_, { type, range }) => {
      if (range?.[1] === end && type?.startsWith('QUOTE') === true) start = range[0];
    },
  });
  return start;
}

function directiveFinding(
  file: SourceFile,
  yaml: { readonly explicit?: boolean; readonly version: string } | undefined,
): Diagnostic | undefined {
  if (yaml?.explicit !== true) return undefined;
  const start = Math.max(0, file.text.indexOf('%YAML'));
  return {
    code: 'CS1007',
    severity: 'error',
    message: `\`%YAML ${yaml.version}\` changes how words and numbers are read; campaigns use YAML 1.2`,
    span: { file, start, end: start + '%YAML '.length + yaml.version.length },
    hint: 'remove this line and the `---` after it',
  };
}

interface TreeReader {
  read(node: Node, depth: number): unknown;
  readonly places: WeakMap<object, Map<string | number, Place>>;
  readonly findings: Diagnostic[];
  /** There are more findings than were kept. */
  isCut(): boolean;
  /** Ranges of offsets whose YAML errors a better finding has retired. */
  readonly retired: [number, number][];
}

function treeReader(file: SourceFile): TreeReader {
  const places = new WeakMap<object, Map<string | number, Place>>();
  const findings: Diagnostic[] = [];
  const retired: [number, number][] = [];
  const anchors = new Map<string, Node>();
  const open = new Set<Node>();
  let nodes = 0;
  let found = 0;
  let overflown = false;
  let outermost: Alias | undefined;

  function note(finding: Diagnostic): void {
    if (++found <= mistakesMax) findings.push(finding);
  }

  function overflow(node: Node, message: string): null {
    if (!overflown)
      findings.push({ code: 'CS1009', severity: 'error', message, span: spanOf(file, outermost ?? node) });
    overflown = true;
    return null;
  }

  function read(node: Node, depth: number): unknown {
    if (overflown) return null;
    if (++nodes > nodesMax)
      return overflow(node, 'With its aliases expanded, this document has more than 200,000 values');
    if (depth > depthMax) throw new RangeError('nested too deeply');
    if (isAlias(node)) return readAlias(node, depth);
    if ('anchor' in node && node.anchor) anchors.set(node.anchor, node);
    const template = unquotedTemplate(file, node);
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
    const target = anchors.get(alias.source);
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

  function readScalar(node: { readonly value: unknown; readonly source?: string } & Node): unknown {
    if (typeof node.value === 'number' && Number.isInteger(node.value) && !Number.isSafeInteger(node.value)) {
      note(largeNumber(spanOf(file, node), String(node.source)));
      return node.source;
    }
    return node.value ?? null;
  }

  function readSeq(items: readonly Node[], depth: number): unknown[] {
    const value: unknown[] = [];
    const placed = new Map<number, Place>();
    items.forEach((item, index) => {
      value.push(read(item, depth + 1));
      placed.set(index, placeOf(file, item, undefined));
    });
    places.set(value, placed);
    return value;
  }

  function readMap(items: readonly Pair[], depth: number): Record<string, unknown> {
    // No prototype: a key `__proto__` is a key like any other.
    const value = Object.create(null) as Record<string, unknown>;
    const placed = new Map<string | number, Place>();
    const merged: Record<string, unknown>[] = [];
    for (const pair of items) {
      if (!isPair(pair) || !isScalar(pair.key)) continue;
      const key = textOf(pair.key.value);
      const item = pair.value === null ? null : read(pair.value as Node, depth + 1);
      if (key === '<<') {
        merged.push(...(Array.isArray(item) ? item : [item]).filter((one) => typeof one === 'object' && one !== null));
        continue;
      }
      const first = placed.get(key)?.key;
      if (first !== undefined) note(duplicateKey(key, spanOf(file, pair.key as Node), first));
      value[key] = item;
      placed.set(key, placeOf(file, (pair.value ?? pair.key) as Node, pair.key));
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

  return { read, places, findings, isCut: () => found > mistakesMax, retired };
}

/** Keys are strings, except an empty one (`: value`). */
function textOf(key: unknown): string {
  return typeof key === 'string' ? key : '';
}

function largeNumber(span: Span, source: string): Diagnostic {
  return {
    code: 'CS1013',
    severity: 'error',
    message: `\`${source}\` is too large to be an exact number`,
    span,
    hint: `put it in quotes: "${source}"`,
  };
}

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

function spanOf(file: SourceFile, node: Node): Span {
  const [start, end] = node.range ?? [0, 0];
  return { file, start, end };
}
