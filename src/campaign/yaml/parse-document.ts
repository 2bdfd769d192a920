import { Composer, CST, type Document, Lexer, Parser, YAMLParseError } from 'yaml';
import { mistakesMax, nodesMax } from './yaml-limits.ts';

/** A document of `nodesMax` values has at most this many tokens: keys, values, and the signs between them. */
const marksMax = 5 * nodesMax;

/**
 * Like the library's `parseDocument`, but with limits: it keeps only the first errors, and returns undefined for a text with too
 * many tokens.
 */
export function parseDocument(text: string): { readonly document: Document; readonly isCut: boolean } | undefined {
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
