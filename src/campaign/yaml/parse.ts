import { type Document, visit } from 'yaml';
import type { Checked, Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { SourceFile, Span } from '../../diagnostic/source-file.ts';
import { campaignDocument, type DocumentKind } from './document-kind.ts';
import { parseDocument } from './parse-document.ts';
import { isUnreadable, moreMistakes, unlikeBefore } from './reported-mistakes.ts';
import { spanOf, treeReader } from './tree-reader.ts';
import { isInUnreadableEntry, type UnreadableEntry, unreadableAround, withUnreadable } from './unreadable-entries.ts';
import { yamlFinding } from './yaml-findings.ts';
import { mistakesMax } from './yaml-limits.ts';
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
  const about = { code, severity: 'error', message, span: firstLine(file) } as const;
  return { value: undefined, diagnostics: [hint === undefined ? about : { ...about, hint }] };
}

export function tooLarge(
  file: SourceFile,
  {
    kind = campaignDocument,
    what = 'is larger than 5 MB',
  }: { readonly kind?: DocumentKind; readonly what?: string } = {},
): Diagnostic {
  const hint = kind.tooLarge;
  return { code: 'CS1016', severity: 'error', message: `This file ${what}`, span: firstLine(file), hint };
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
  if (parsed === undefined) {
    const diagnostics = [tooLarge(file, { kind, what: 'has more than 200,000 values' })];
    return { value: undefined, diagnostics };
  }
  const { document } = parsed;
  const reader = treeReader(file);
  const root = document.contents;
  const value = root === null ? null : reader.read(root, 0);
  const directive = directiveFinding(file, kind, document.directives?.yaml);
  const syntax = [...document.errors, ...document.warnings]
    .filter((error) => !reader.retired.some(([start, end]) => error.pos[0] >= start && error.pos[0] <= end))
    .map(({ code, message, pos }) =>
      yamlFinding(file, kind, { code, message, pos, opens: () => quoteUpTo(document, pos[0]) }),
    );
  const diagnostics = [...(directive ? [directive] : []), ...unlikeBefore(syntax), ...reader.findings];
  if (parsed.isCut || reader.isCut()) diagnostics.push(moreMistakes(diagnostics.at(-1)?.span ?? firstLine(file)));
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
  return {
    code: 'CS1007',
    severity: 'error',
    message: `\`%YAML ${yaml.version}\` changes how words and numbers are read; ${many} use YAML 1.2`,
    span: { file, start, end: start + '%YAML '.length + yaml.version.length },
    hint: 'remove this line and the `---` after it',
  };
}
