/** A statement with its parameters numbered, as drivers bind them. */
export interface SqlStatement {
  /** With `$1`, `$2`, … in place of the names, or with a `?` for each. */
  readonly text: string;
  /** The names in the order of their numbers, or of the `?`: a name may be there again. */
  readonly params: readonly string[];
}

type SqlDialect = 'postgres' | 'sqlite';

export interface SqlProblem {
  readonly kind: 'template' | 'empty' | 'several' | 'notSelect' | 'unclosed';
  /** Offset into the text. */
  readonly at: number;
  readonly word?: string;
}

/** Reads one SELECT statement, as that database reads it. What it does is decided by the database, which is asked to change nothing. */
export function parseSql(sql: string, dialect: SqlDialect): SqlStatement | SqlProblem {
  const brace = sql.indexOf('{{');
  if (brace !== -1) return { kind: 'template', at: brace };
  const params: string[] = [];
  let text = '';
  let first: { readonly word: string; readonly at: number } | undefined;
  let ended = false;
  const bind = (name: string): string => {
    if (dialect === 'postgres') return `$${numberOf(params, name)}`;
    // Drivers of SQLite do not agree on how a numbered one is bound.
    params.push(name);
    return '?';
  };
  for (let at = 0; at < sql.length; ) {
    const token = tokenAt(sql, at, dialect);
    if (token === undefined) return { kind: 'unclosed', at };
    const { kind, length } = token;
    const word = sql.slice(at, at + length);
    if (ended && kind !== 'blank') return { kind: 'several', at };
    if (kind === 'end') ended = true;
    else if (kind === 'param') text += bind(word.slice(1));
    else text += word;
    if (kind !== 'blank' && kind !== 'open') first ??= { word, at };
    at += length;
  }
  if (first === undefined || first.word === ';') return { kind: 'empty', at: 0 };
  if (!/^(select|with)$/i.test(first.word)) return { kind: 'notSelect', ...first };
  return { text: text.trim(), params };
}

function numberOf(params: string[], name: string): number {
  const index = params.indexOf(name);
  return index === -1 ? params.push(name) : index + 1;
}

interface Token {
  readonly kind: 'blank' | 'word' | 'param' | 'end' | 'open' | 'other';
  readonly length: number;
}

type Patterns = readonly (readonly [Token['kind'], RegExp])[];

/** In this order. A text in quotes may hold anything; `::` is a cast of PostgreSQL. */
const quotes: Patterns = [
  ['other', /'(?:[^']|'')*'/y],
  ['other', /"(?:[^"]|"")*"/y],
];
const others: Patterns = [
  ['param', /:[A-Za-z_]\w*/y],
  ['word', /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ['end', /;/y],
  ['open', /\(/y],
];
const blank: Patterns = [['blank', /(?:\s+|--[^\n]*)+/y]];
const patterns: Readonly<Record<SqlDialect, Patterns>> = {
  postgres: [
    ...blank,
    ['other', /[eE]'(?:[^'\\]|''|\\[^])*'/y],
    ...quotes,
    ['other', /\$([A-Za-z_]\w*)?\$[^]*?\$\1\$/y],
    ['other', /::/y],
    ...others,
  ],
  sqlite: [
    ...blank,
    ['blank', /\/\*[^]*?\*\//y],
    ...quotes,
    ['other', /`(?:[^`]|``)*`/y],
    ['other', /\[[^\]]*\]/y],
    ...others,
  ],
};

/** Undefined where a quote or a comment is not closed. */
function tokenAt(sql: string, at: number, dialect: SqlDialect): Token | undefined {
  if (dialect === 'postgres' && sql.startsWith('/*', at)) {
    const end = endOfComment(sql, at);
    return end === undefined ? undefined : { kind: 'blank', length: end - at };
  }
  for (const [kind, pattern] of patterns[dialect]) {
    pattern.lastIndex = at;
    const found = pattern.exec(sql);
    if (found !== null) return { kind, length: found[0].length };
  }
  const isUnclosed = dialect === 'sqlite' ? /['"`[]|\/\*/y : /['"]/y;
  isUnclosed.lastIndex = at;
  return isUnclosed.test(sql) ? undefined : { kind: 'other', length: 1 };
}

/** Comments of PostgreSQL may hold comments. */
function endOfComment(sql: string, start: number): number | undefined {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = start;
  let depth = 0;
  for (let mark = marks.exec(sql); mark !== null; mark = marks.exec(sql)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return undefined;
}
