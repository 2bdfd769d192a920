import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A source file as the architecture sees it: its place, what it imports, and its code without comments and literals. */
export interface SourceModule {
  /** From the repository's root: `src/time/window.ts`. */
  readonly path: string;
  readonly text: string;
  /** `text` with comments, strings, templates' texts and regular expressions blanked; same length, same lines. */
  readonly code: string;
  readonly imports: readonly Import[];
}

export interface Import {
  /** As written. */
  readonly from: string;
  /** The file it leads to, from the repository's root; undefined for packages and built-ins. */
  readonly file: string | undefined;
  /** `import type` leaves nothing behind when the code runs. */
  readonly kind: 'value' | 'type';
}

export function readModules(folder: string): SourceModule[] {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  return readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .sort()
    .map((path) => sourceModule(path, readFileSync(`${root}${path}`, 'utf8')));
}

export function sourceModule(path: string, text: string): SourceModule {
  const code = blank(text);
  return { path, text, code, imports: importsOf(path, text, code) };
}

/** Imports, re-exports, `import()`, `require()` and `typeof import()`; the places come from `code`, the words from `text`. */
function importsOf(path: string, text: string, code: string): Import[] {
  const statement =
    /\b(import|export)\b(\s+type\b)?[^;'"()]*?\bfrom\s*(?=['"])|\bimport\s*(?=['"])|\b(?:import|require)\s*\(\s*(?=['"])/g;
  return [...code.matchAll(statement)].map((match) => {
    const quote = match.index + match[0].length;
    const from = text.slice(quote + 1, text.indexOf(text[quote] ?? "'", quote + 1));
    const file = from.startsWith('.') ? posix.join(posix.dirname(path), from) : undefined;
    return { from, file, kind: match[2] ? 'type' : 'value' };
  });
}

/** A scanner for just enough TypeScript: quotes stay, the text between them becomes blanks. */
function blank(text: string): string {
  let code = '';
  /** Depth of braces inside each open `${`. */
  const templates: number[] = [];
  for (let at = 0; at < text.length; ) {
    const literal =
      literalAt(text, at, code) ?? (text[at] === '}' && templates.at(-1) === 0 ? templateText(text, at) : undefined);
    if (literal === undefined) {
      const depth = templates.length - 1;
      if (text[at] === '{' && depth >= 0) templates[depth] = (templates[depth] ?? 0) + 1;
      if (text[at] === '}' && depth >= 0) templates[depth] = (templates[depth] ?? 0) - 1;
      code += text[at++];
      continue;
    }
    if (text[at] === '}') templates.pop();
    if (literal.endsWith('${')) templates.push(0);
    const edge = '"\'`}'.includes(literal[0] ?? '') ? 1 : 0;
    const end = literal.endsWith('${') ? 2 : edge;
    code +=
      literal.slice(0, edge) +
      literal.slice(edge, literal.length - end).replace(/[^\n]/g, ' ') +
      literal.slice(literal.length - end);
    at += literal.length;
  }
  return code;
}

function literalAt(text: string, at: number, before: string): string | undefined {
  const rest = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  switch (text.charAt(at)) {
    case "'":
      return rest(/'(?:[^'\\\n]|\\[^])*'/y);
    case '"':
      return rest(/"(?:[^"\\\n]|\\[^])*"/y);
    case '`':
      return templateText(text, at);
    case '/':
      // A slash begins a regular expression where no value can have ended.
      return (
        rest(/\/\/[^\n]*|\/\*[^]*?\*\//y) ??
        (/(^|[(,=:[!&|?{};+\->]|\breturn|\bcase|\btypeof)\s*$/.test(before.slice(-40))
          ? rest(/\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y)
          : undefined)
      );
    default:
      return undefined;
  }
}

/** From a backquote, or from the brace that ends a `${`, to the next `${` or the closing backquote. */
function templateText(text: string, at: number): string | undefined {
  const pattern = /[`}](?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)/y;
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
