import { Composer, CST, type Document, Lexer, Parser, visit, YAMLParseError } from 'yaml';
import type { Checked, Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { SourceFile, Span } from '../../diagnostic/source-file.ts';
import { finding } from '../rules/rule.ts';
import { mistakesMax, nodesMax, spanOf, treeReader } from './tree-reader.ts';
import { isInUnreadableEntry, type UnreadableEntry, unreadableAround, withUnreadable } from './unreadable-entries.ts';
import { campaignDocument, type DocumentKind, yamlFinding } from './yaml-findings.ts';
import type { YamlTree } from './yaml-tree.ts';

/** A campaign of five thousand steps with short texts is a third of this; recipients belong in audience files. */
export const yamlMostBytes = 5_000_000;

/** YAML 1.2 text → plain values with their places. Every common mistake has its own finding. */
export function parseYaml(file: SourceFile, kind: DocumentKind = campaignDocument): Checked<YamlTree> {
  if (file.text.length > yamlMostBytes) return { value: undefined, diagnostics: [tooLarge(file, { kind })] };
  try {
    return readDocument(file, kind);
  } catch (error) {
    // The parser recurses: nesting of some thousand levels ends its stack.
    if (error instanceof RangeError) return failure(file, 'CS1018', 'This document is nested too deeply');
    throw error;
  }
}

function failure(file: SourceFile, code: 'CS1018' | 'CS1014', message: string, hint?: string): Checked<YamlTree> {
  return { value: undefined, diagnostics: [finding(code, firstLine(file), message, { hint })] };
}

export function tooLarge(
  file: SourceFile,
  {
    kind = campaignDocument,
    what = 'is larger than 5 MB',
  }: { readonly kind?: DocumentKind; readonly what?: string } = {},
): Diagnostic {
  return finding('CS1016', firstLine(file), `This file ${what}`, { hint: kind.tooLarge });
}

function firstLine(file: SourceFile): Span {
  return { file, start: 0, end: Math.max(0, file.text.indexOf('\n')) };
}

function readDocument(file: SourceFile, kind: DocumentKind): Checked<YamlTree> {
  const read = readText(file, file.text, kind);
  if (read.value !== undefined || read.diagnostics.length > mistakesMax) return read;
  return readAround(file, read.diagnostics, kind) ?? read;
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
function readAround(file: SourceFile, found: readonly Diagnostic[], kind: DocumentKind): Checked<YamlTree> | undefined {
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
    const next = readText(file, withUnreadable(file.text, unreadableEntries), kind);
    if (next.value !== undefined)
      return { value: { ...next.value, unreadableEntries }, diagnostics: [...reported, ...next.diagnostics] };
    diagnostics = next.diagnostics;
  }
  return undefined;
}

/** `text` is the file's, or the file's without its unreadable entries. */
function readText(file: SourceFile, text: string, kind: DocumentKind): Checked<YamlTree> {
  const parsed = parseDocument(text);
  if (parsed === undefined)
    return { value: undefined, diagnostics: [tooLarge(file, { kind, what: 'has more than 200,000 values' })] };
  const { document } = parsed;
  const reader = treeReader(file);
  const root = document.contents;
  const value = root === null ? null : reader.read(root, 0);
  // An alias may be in an entry that was left out.
  if (text === file.text) reader.findLostWords();
  const directive = directiveFinding(file, kind, document.directives?.yaml);
  const syntax = [...document.errors, ...document.warnings]
    .filter((error) => !reader.retired.some(([start, end]) => error.pos[0] >= start && error.pos[0] <= end))
    .map(({ code, message, pos }) =>
      yamlFinding(file, kind, { code, message, pos, opens: () => quoteUpTo(document, pos[0]) }),
    );
  const diagnostics = [...(directive ? [directive] : []), ...unlikeBefore(syntax), ...reader.findings];
  if (parsed.isCut || reader.isCut()) {
    const after = diagnostics.at(-1)?.span ?? firstLine(file);
    diagnostics.push(finding('CS1001', after, 'There are more mistakes after this one; they are not listed'));
  }
  if (diagnostics.some(isUnreadable)) return { value: undefined, diagnostics };
  if (root === null || value === null || typeof value !== 'object' || Array.isArray(value)) {
    const empty = failure(file, 'CS1014', root === null ? 'This file is empty' : kind.isMap, kind.start);
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
  { many }: DocumentKind,
  yaml: { readonly explicit?: boolean; readonly version: string } | undefined,
): Diagnostic | undefined {
  if (yaml?.explicit !== true) return undefined;
  const start = Math.max(0, file.text.indexOf('%YAML'));
  const span = { file, start, end: start + '%YAML '.length + yaml.version.length };
  const message = `\`%YAML ${yaml.version}\` changes how words and numbers are read; ${many} use YAML 1.2`;
  return finding('CS1007', span, message, { hint: 'remove this line and the `---` after it' });
}

/** After these errors the value is still what the author meant; after any other error, further findings would be wrong. */
const readableAfter: ReadonlySet<string> = new Set([
  'CS1002',
  'CS1004',
  'CS1005',
  'CS1007',
  'CS1011',
  'CS1013',
  'CS1017',
  'CS1021',
]);

function isUnreadable({ severity, code }: Diagnostic): boolean {
  return severity === 'error' && !readableAfter.has(code);
}

/** One mistake in YAML gives several errors on its line and again on the next; the first is the most useful. */
function unlikeBefore(findings: readonly Diagnostic[]): Diagnostic[] {
  const sorted = [...findings].sort((a, b) => a.span.start - b.span.start);
  const seen = new Map<number, string>();
  const kept = sorted.filter(({ code, message, span: { file, start } }) => {
    if (code !== 'CS1001' && code !== 'CS1015') return true;
    const line = file.text.lastIndexOf('\n', start - 1);
    const lineBefore = line === -1 ? -1 : file.text.lastIndexOf('\n', line - 1);
    const isNew = !seen.has(line) && seen.get(lineBefore) !== message;
    if (!seen.has(line)) seen.set(line, message);
    return isNew;
  });
  return tabsOnce(kept);
}

/** A file that is indented with tabs gets one finding for all of them. */
function tabsOnce(findings: readonly Diagnostic[]): Diagnostic[] {
  const [first, ...others] = findings.filter(({ code }) => code === 'CS1003');
  if (first === undefined || others.length === 0) return [...findings];
  const message = `Tabs indent this line and ${others.length} more; YAML allows only spaces`;
  const once = { ...first, message, hint: 'replace the tabs with spaces' };
  return findings.flatMap((one) => (one === first ? [once] : one.code === 'CS1003' ? [] : [one]));
}

/** A document of `nodesMax` values has at most this many tokens: keys, values, and the signs between them. */
const marksMax = 5 * nodesMax;

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

/** Undefined when it is not UTF-8. A byte order mark is dropped. */
export function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export function notText(file: SourceFile, bytes: Uint8Array): Diagnostic {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const message = utf16 ? 'This file is UTF-16' : 'This file is not UTF-8 text';
  return finding('CS1006', { file, start: 0, end: 0 }, message, { hint: 'save it as UTF-8' });
}
