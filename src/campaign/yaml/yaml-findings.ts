import type { Pair } from 'yaml';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { lineSpan, type SourceFile, type Span } from '../../diagnostic/source-file.ts';
import { finding } from '../rules/rule.ts';

/** An error of the YAML parser. */
interface YamlProblem {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
  /** Where the quote opens that is never closed. */
  opens(): number | undefined;
}

/** The parser's error, with a message that says what to do. */
export function yamlFinding(file: SourceFile, kind: DocumentKind, problem: YamlProblem): Diagnostic {
  // If something is missing at the end, the parser points after the text.
  const start = Math.max(0, Math.min(problem.pos[0], file.text.length - 1));
  const span = { file, start, end: Math.min(Math.max(problem.pos[1], start + 1), file.text.length) };
  const written = `\`${text(span)}\``;
  switch (problem.code) {
    case 'TAB_AS_INDENT':
      return error('CS1003', 'A tab indents this line; YAML allows only spaces', span, 'replace the tab with spaces');
    case 'MULTIPLE_DOCS':
      return error(
        'CS1008',
        `A second document starts here, but a file contains ${kind.one}`,
        marker(file, span),
        kind.secondDocument,
      );
    case 'TAG_RESOLVE_FAILED':
      return error('CS1017', `The tag ${written} is not supported`, span, 'remove the tag, or put the text in quotes');
    case 'BAD_SCALAR_START':
      return needsQuotes(`A text that starts with ${written} needs quotes`, restOfLine(file, span));
    case 'BLOCK_AS_IMPLICIT_KEY':
      return colonInText(file, span);
    case 'MISSING_CHAR':
      return missingCharacter(file, span, problem);
    case 'MULTILINE_IMPLICIT_KEY':
      return neitherKeyNorText(restOfLine(file, span));
    case 'BAD_DQ_ESCAPE':
      return error('CS1001', `${written} is not a valid escape in double quotes`, span, escapeHint);
    case 'UNEXPECTED_TOKEN':
      return textAfterValue(span);
    case 'BAD_INDENT':
      return problem.message.startsWith('Flow') ? unclosedFlow(file, span) : indentation(span, problem.message);
    default:
      return error('CS1001', `This is not valid YAML: ${plain(problem.message)}`, span);
  }
}

const escapeHint = 'write `\\\\` for a backslash, or use single quotes';

function error(code: Diagnostic['code'], message: string, span: Span, hint?: string): Diagnostic {
  return finding(code, span, message, { hint });
}

function text(span: Span): string {
  return span.file.text.slice(span.start, span.end);
}

function plain(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, '');
}

export function duplicateKey(key: string, span: Span, first: Span): Diagnostic {
  const related = [{ message: 'first here', span: first }];
  const message = `The key \`${key.slice(0, 60)}\` is twice in this map`;
  return finding('CS1004', span, message, { hint: 'keep one of them', related });
}

/** `<<: *base`, where the anchor is on nothing, or on a word: what was to be taken from it would be missing. */
export function mergeOfNoMap(span: Span): Diagnostic {
  const message = '`<<` takes a map, or a list of maps, and this is something else';
  return error('CS1001', message, span, 'put the `&` before a map of keys');
}

function indentation(span: Span, message: string): Diagnostic {
  if (!/same column/.test(message)) return error('CS1001', `This is not valid YAML: ${plain(message)}`, span);
  const what = 'The indentation of this line matches neither its neighbours nor the text above';
  const hint = 'indent all keys of a map equally; indent a text further than its key';
  return error('CS1001', what, restOfLine(span.file, span), hint);
}

/** The parser notices an unclosed `{` only further down; the right place is where it opens. */
function unclosedFlow(file: SourceFile, at: Span): Diagnostic {
  const open: number[] = [];
  const token = /"(?:[^"\\]|\\.)*"|(?<=[\s,:[{])'(?:[^']|'')*'|(?<=^|\s)#[^\n]*|[[{\]}]/gm;
  for (const match of file.text.slice(0, at.start).matchAll(token)) {
    const end = match.index + match[0].length;
    if (match[0] === '{' || match[0] === '[') open.push(match.index);
    else if (match[0] === '}' || match[0] === ']') open.pop();
    // A quote inside the text has ended it, and what follows belongs to no map.
    else if (/["']/.test(match[0][0]!) && /[^\s,:\]}]/.test(file.text.charAt(end)))
      return textAfterValue({ file, start: end, end: end + 1 });
  }
  const start = open.at(-1);
  if (start === undefined) return error('CS1001', 'A bracket before this place is never closed', at);
  const close = file.text[start] === '{' ? '}' : ']';
  const hash = /\s#(?=\S)/.exec(text(lineSpan(file, start)));
  const hint = hash
    ? 'the ` #` later in this line starts a comment: put the text around it in quotes'
    : `add the \`${close}\``;
  return error('CS1001', `\`${file.text[start]}\` is never closed`, { file, start, end: start + 1 }, hint);
}

function marker(file: SourceFile, span: Span): Span {
  const start = file.text.indexOf('---', span.start);
  return start === -1 ? span : { file, start, end: start + 3 };
}

function restOfLine(file: SourceFile, span: Span): Span {
  const line = lineSpan(file, span.start);
  // A line may have a megabyte of blanks: each run of them is looked at once.
  const rest = file.text.slice(span.start, line.end).replace(/(?<!\s)\s+(#.*)?$/, '');
  return { file, start: span.start, end: Math.min(span.start + Math.max(1, rest.length), file.text.length) };
}

function needsQuotes(message: string, rest: Span): Diagnostic {
  const written = text(rest);
  const hint = written.length > 60 ? 'put the text in quotes' : `put the text in quotes: ${quoted(written)}`;
  return error('CS1015', message, rest, hint);
}

function textAfterValue(span: Span): Diagnostic {
  const message = 'Unexpected text: the value before it is complete';
  return error('CS1001', message, restOfLine(span.file, span), innerQuoteHint(span.file, span));
}

/** A quote that ends a text too early is the same character as the one at its beginning. */
function innerQuoteHint(file: SourceFile, span: Span): string {
  const before = file.text.slice(lineSpan(file, span.start).start, span.start).trimEnd();
  if (before.endsWith('"')) return 'inside double quotes use single ones, or write `\\"`';
  if (before.endsWith("'")) return "write a quote inside single quotes twice, `''`, or put the text in double quotes";
  return 'put the whole text in quotes';
}

function quoted(value: string): string {
  return value.includes('"') ? `'${value.replaceAll("'", "''")}'` : `"${value.replaceAll('\\', '\\\\')}"`;
}

/** `text: hello: world` on one line is a missing quote; over two lines it is a wrong indent. */
function colonInText(file: SourceFile, span: Span): Diagnostic {
  const rest = restOfLine(file, span);
  if (/:(\s|$)/.test(text(rest))) {
    return needsQuotes('A text with `: ` in it needs quotes', rest);
  }
  const message = 'The next line is indented further, as if it belonged to this value';
  return error('CS1001', message, rest, 'indent it like its neighbours, or put the text in quotes');
}

function missingCharacter(file: SourceFile, span: Span, { message, opens }: YamlProblem): Diagnostic {
  if (!/closing/.test(message)) return neitherKeyNorText(restOfLine(file, span));
  const start = opens();
  const quote = start === undefined ? span : { file, start, end: start + 1 };
  return error('CS1001', 'This quote is never closed', quote, 'close it, or write a quote inside quotes twice');
}

function neitherKeyNorText(word: Span): Diagnostic {
  const message = `\`${text(word).slice(0, 40)}\` is neither a key with a value nor part of the text above`;
  return error('CS1001', message, word, 'put a `:` after a key; indent a text further than its key');
}

/** `text: {{ x }}`: YAML reads a map in a map. It is treated as the intended text, so that its variables are checked too. */
export function unquotedTemplate(
  file: SourceFile,
  node: { readonly range?: readonly [number, number, number] | null; readonly flow?: boolean | undefined },
): { readonly finding: Diagnostic; readonly text: string; readonly retires: [number, number] } | undefined {
  const start = node.range?.[0];
  if (start === undefined || node.flow !== true || !/^\{[{%]/.test(file.text.slice(start, start + 2))) return undefined;
  const line = lineSpan(file, start);
  const rest = text(restOfLine(file, { file, start, end: start }));
  // Inside `[…]` or `{…}` the text ends where its braces do.
  const inFlow = /[[{,]\s*$/.test(file.text.slice(line.start, start)) || (node.range?.[1] ?? 0) < start + rest.length;
  const closed = /^\{\{.*?\}\}/.exec(rest)?.[0];
  const written = inFlow && closed !== undefined && /^\s*[\]},]/.test(rest.slice(closed.length)) ? closed : rest;
  const span = { file, start, end: start + written.length };
  const message = 'A template needs quotes: without them YAML reads `{{` as a map';
  const hint = written.length > 60 ? 'put the whole text in quotes' : `write ${quoted(written)}`;
  return {
    finding: error('CS1002', message, span, hint),
    text: written,
    retires: [start, Math.max(line.end, closed === undefined ? file.text.length : line.end)],
  };
}

/** `{ budget: 1,000 }`: the comma ends the value, and `000` is a key. */
export function numberCutByComma(file: SourceFile, before: Pair | undefined, pair: Pair): Diagnostic | undefined {
  const value = rangeOf(before?.value);
  const key = rangeOf(pair.key);
  if (value === undefined || key === undefined || rangeOf(pair.value)?.[0] !== undefined) return undefined;
  const written = file.text.slice(value[0], key[1]);
  if (key[0] !== value[1] + 1 || !/^[+-]?\d[\d.]*,\d/.test(written)) return undefined;
  const hint = `${numberHint(written) ?? 'write a number without commas'}; decimals have a point`;
  const message = `The comma ends this number: YAML reads \`${written}\` as \`${file.text.slice(...value)}\` and a key`;
  return error('CS1021', message, { file, start: value[0], end: key[1] }, hint);
}

function rangeOf(node: unknown): [start: number, end: number] | undefined {
  const { range, source } = (node ?? {}) as { range?: readonly number[]; source?: string };
  return range === undefined || source === undefined || source === '' ? undefined : [range[0] ?? 0, range[1] ?? 0];
}

/** `1,000`, `1.000,50` and `0,5` as YAML has them. */
export function numberHint(written: string): string | undefined {
  const text = written.trim();
  if (/^[+-]?\d{1,3}(?:[, _'’]\d{3})+(?:\.\d+)?$/.test(text) && !/^[+-]?0/.test(text))
    return `write \`${text.replace(/[, _'’]/g, '')}\``;
  if (/^[+-]?\d{1,3}(?:\.\d{3})*,\d+$/.test(text)) return `write \`${text.replaceAll('.', '').replace(',', '.')}\``;
  return undefined;
}

/** `*bold*` is an alias to YAML. */
export function needsQuotesWord(file: SourceFile, name: string, span: Span): Diagnostic {
  if (/[^\w-]/.test(name)) {
    return needsQuotes('A text that starts with `*` needs quotes', restOfLine(file, span));
  }
  const message = `There is no anchor \`&${name}\` before this alias`;
  return error('CS1010', message, span, 'define the anchor above, or put the text in quotes');
}

/** `&Friends come all` is the text `come all`, with an anchor that nothing repeats. `span`: of that text. */
export function needsQuotesAnchor(file: SourceFile, span: Span, name: string): Diagnostic {
  const start = file.text.lastIndexOf(`&${name}`, span.start);
  const message = `A text that starts with \`&\` needs quotes: YAML takes \`&${name}\` for an anchor, and no alias repeats it`;
  return needsQuotes(message, { ...span, start });
}

/** A text as a scalar of YAML: in quotes where it could mean something else. */
export function yamlWord(value: string): string {
  return /^[A-Za-z_][\w./-]*$/.test(value) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value)
    ? value
    : JSON.stringify(value);
}

/** A value as one line of YAML. */
export function yamlLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(yamlLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? yamlWord(value) : JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${key}: ${yamlLine(item)}`);
  return `{ ${entries.join(', ')} }`;
}

/** What a YAML file contains, as findings about the whole file name it. */
export interface DocumentKind {
  readonly isMap: string;
  /** "A file contains …". */
  readonly one: string;
  readonly many: string;
  /** What to do about a file that is empty or not a map; undefined where the explanation of the finding is enough. */
  readonly start?: string;
  readonly secondDocument: string;
  readonly tooLarge: string;
}

export const campaignDocument: DocumentKind = {
  isMap: 'A campaign is a map of keys and values',
  one: 'one campaign',
  many: 'campaigns',
  start:
    '`callsheet init` writes a first campaign; lists are named under its `audiences`, and settings go to `--env-file`',
  secondDocument: 'move it to its own file',
  tooLarge: 'put recipients in an audience file',
};

export const contactRulesDocument: DocumentKind = {
  isMap: 'Contact rules are a map of keys and values',
  one: 'the contact rules of one project',
  many: 'contact rules',
  start: 'begin with `project: shop`, then the rules, such as `atLeastApart: 4h`; without rules, delete the file',
  secondDocument: 'put all rules into the first document; another project has a folder of its own',
  tooLarge: 'only rules belong here; record people with `callsheet suppress --import` or `callsheet consent`',
};

export const worldDocument: DocumentKind = {
  isMap: 'A world is a map of keys and values',
  one: 'one world',
  many: 'worlds',
  start: 'begin with what is different from the default world, such as `timezone: Africa/Lagos`; `{}` changes nothing',
  secondDocument: 'move it to its own file',
  tooLarge: 'keep only what the campaign needs',
};
