import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { decode } from '../campaign/yaml/parse.ts';
import { messageOf } from '../diagnostic/message-of.ts';
import { whyUnreadable } from '../platform/ports.ts';

export interface OpenedEnvFile {
  /** As the option has it. */
  readonly path: string;
  readonly values: Readonly<Record<string, string>>;
  /** In which line each name is set. */
  readonly lines: ReadonlyMap<string, number>;
}

const envFileMostBytes = 1_000_000;

/** The env file as an option names it, or why it cannot be read: a sentence that begins with the option. */
export function openEnvFile(path: string, cwd: string): OpenedEnvFile | { readonly fault: string } {
  const place = resolve(cwd, path);
  try {
    const unreadable = whyUnreadable(statSync(place), envFileMostBytes);
    if (unreadable !== undefined) return { fault: `--env-file ${path} ${unreadable.words}.` };
    const text = decode(readFileSync(place));
    if (text === undefined) return { fault: `--env-file ${path} is not UTF-8 text: save it as UTF-8.` };
    const file = readEnvFile(text);
    return 'fault' in file ? { fault: `--env-file ${path}, ${file.fault}` } : { path, ...file };
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isAbsent) return { fault: `--env-file ${path}: there is no such file.` };
    return { fault: `--env-file ${path} cannot be read: ${messageOf(error)}.` };
  }
}

/** What a file has, or what is wrong in which line: in words that never repeat a value, which may be a secret. */
type EnvFile = Omit<OpenedEnvFile, 'path'> | { readonly fault: string };

/**
 * Reads lines of `NAME=value`; `docs/cli.md` has the grammar. What could be meant in two ways is refused: no value is ever cut or
 * completed without a word. Libraries do otherwise: Node's `parseEnv` and `dotenv` cut a value at every `#`, take the last of two
 * lines with one name, and skip lines that they do not know.
 */
function readEnvFile(text: string): EnvFile {
  const values = new Map<string, string>();
  const lines = new Map<string, number>();
  const all = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (const [index, line] of all.entries()) {
    const fault = (words: string): EnvFile => ({ fault: `line ${index + 1}: ${words}` });
    if (/^[ \t]*(#[^\r]*)?$/.test(line)) continue;
    const [, name, written] = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=(.*)$/s.exec(line) ?? [];
    if (name === undefined || written === undefined) return fault('this is not NAME=value.');
    const before = lines.get(name);
    if (before !== undefined) return fault(`${name} is set in line ${before}, too: keep one of them.`);
    const read = readValue(written);
    if ('fault' in read) return fault(read.fault.replaceAll('NAME', name));
    values.set(name, read.value);
    lines.set(name, index + 1);
  }
  return { values: Object.fromEntries(values), lines };
}

type Value = { readonly value: string } | { readonly fault: string };

function readValue(written: string): Value {
  const text = withoutBlanks(written);
  if (/\p{Cc}/u.test(text.replaceAll('\t', '')))
    return { fault: 'the value of NAME has a control character: save the file as plain text.' };
  const [quote = ''] = text;
  if (quote === "'" || quote === '"') return readQuoted(text, quote);
  if (/[`´\p{Pi}\p{Pf}]/u.test(quote)) return { fault: `the value of NAME begins with ${quote}: quotes are " or '.` };
  const comment = written.search(/[ \t]#/);
  if (comment < 0) return asWritten(text);
  if (/^#+[^\s#]/.test(written.slice(comment + 1)))
    return {
      fault: '`#` after a blank may begin a comment or belong to NAME: put the value in quotes, or a blank after `#`.',
    };
  return asWritten(withoutBlanks(written.slice(0, comment)));
}

/** `text` begins with the quote. */
function readQuoted(text: string, quote: "'" | '"'): Value {
  const [whole, inner] = (quote === "'" ? /^'([^']*)'/ : /^"((?:[^"\\]|\\.)*)"/).exec(text) ?? [];
  if (whole === undefined || inner === undefined)
    return {
      fault: `the value of NAME has no closing ${quote} in this line. A value is one line; in double quotes, \\n is a line break.`,
    };
  if (!/^([ \t]*|[ \t]+#.*)$/.test(text.slice(whole.length)))
    return { fault: `after the closing ${quote} of NAME, only a blank and a comment may follow.` };
  if (quote === "'") return { value: inner };
  const unknown = /^(?:[^\\]|\\[nrt"\\$])*\\([^nrt"\\$])/.exec(inner);
  if (unknown !== null)
    return {
      fault:
        '`\\` in the double quotes of NAME is followed by none of n, r, t, ", $ and \\: write \\\\, or use single quotes.',
    };
  const literal = asWritten(inner.replace(/\\./g, ''));
  if ('fault' in literal) return literal;
  return { value: inner.replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter) };
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Other readers would put something else in the place of `$NAME` and `${NAME}`. */
function asWritten(value: string): Value {
  if (!/\$[A-Za-z_{(]/.test(value)) return { value };
  return {
    fault: '`$…` in NAME is not replaced: write the value itself, in single quotes if it has a `$`.',
  };
}

/** Not `trim`, which takes off more than blanks. */
function withoutBlanks(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, '');
}
