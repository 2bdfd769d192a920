import type * as liquidjs from 'liquidjs';
import type { FilteredValueToken, Liquid, Token, Tokenizer } from 'liquidjs';
import { parseDecimal } from '../../audience/decimal.ts';
import { arithmeticFilters, filterArguments } from './filters.ts';
import type { TemplateProblem } from './template.ts';

export type LiquidLibrary = typeof liquidjs;

type Problem = Pick<TemplateProblem, 'kind' | 'message' | 'suggested'>;

/** Liquid leaves out what it does not understand at the end of an output or a condition, and prints what reads nothing. */
export function liquidWords(library: LiquidLibrary, engine: Liquid, text: string) {
  const { Tokenizer, TypeGuards } = library;
  const problems: TemplateProblem[] = [];
  /** Offsets of the variables that an output prints. */
  const printed = new Set<number>();
  /** Of those of which a condition asks only whether they have a value: `{% if recipient.agreed %}`. */
  const asked = new Set<number>();
  let isInComment = false;
  for (const token of new Tokenizer(text).readTopLevelTokens(engine.options)) {
    if (TypeGuards.isTagToken(token)) {
      if (token.name === 'comment' || token.name === 'endcomment') isInComment = token.name === 'comment';
      else if (!isInComment) readTag(token.name, token.tokenizer);
    } else if (!isInComment && TypeGuards.isOutputToken(token)) {
      const [start, end] = token.contentRange;
      const whole = { start: token.begin, end: token.end };
      const words = new Tokenizer(text, engine.options.operators, undefined, [start, end]);
      readOutput(readValue(words), whole);
    }
  }
  return { problems, printed, asked };

  function note(problem: Problem, start: number, end: number): void {
    problems.push({ ...problem, start, end });
  }

  function readTag(name: string, words: Tokenizer): void {
    if (name === 'if' || name === 'elsif' || name === 'unless') {
      const value = readValue(words);
      findAndBeforeOr(value.initial.postfix);
      for (const one of askedIn(value.initial.postfix)) {
        if (!TypeGuards.isPropertyAccessToken(one)) alwaysHolds(one);
        else if (value.filters.length === 0) asked.add(one.begin);
      }
    } else if (name === 'case') readValue(words);
    else if (name === 'when') readWhen(words);
  }

  /** Values between commas, or `or`. */
  function readWhen(words: Tokenizer): void {
    for (;;) {
      const value = words.readValue();
      if (value === undefined) return stray(words);
      number(value);
      words.skipBlank();
      if (words.end()) return undefined;
      if (words.peek() === ',') words.advance();
      else if (words.match('or')) words.advance(2);
      else return stray(words);
      words.skipBlank();
    }
  }

  function readValue(words: Tokenizer): FilteredValueToken {
    const value = words.readFilteredValue();
    const operands = operandsOf(value.initial.postfix);
    words.skipBlank();
    const [, second] = operands;
    // A single word that follows is part of a column's name with a space, and has a finding of its own.
    if (second !== undefined && !isSingleWord(second)) stray(words, second.begin);
    else if (!words.end()) stray(words);
    const calculates = value.filters.findLastIndex(({ name }) => name in arithmeticFilters);
    const printed = value.filters.filter(({ name }, index) => index > calculates && printing.has(name));
    const printedValues = new Set(printed.flatMap(valuesOf));
    for (const token of tokensOf(value)) number(token, printedValues.has(token));
    for (const { name, args, begin } of value.filters) {
      const [least, most] = filterArguments[name] ?? [0, Number.POSITIVE_INFINITY];
      if (args.length >= least && args.length <= most) continue;
      const message = `\`${name}\` takes ${most === 0 ? 'no value' : least === most ? countOf(most) : `${least} to ${most} values`}, not ${args.length}`;
      note({ kind: 'syntax', message }, begin, begin + name.length);
    }
    return value;
  }

  function readOutput(
    value: FilteredValueToken,
    { start, end }: { readonly start: number; readonly end: number },
  ): void {
    const written = text.slice(start, end);
    const variables = tokensOf(value).filter(TypeGuards.isPropertyAccessToken);
    for (const variable of variables) printed.add(variable.begin);
    const operator = value.initial.postfix.find(TypeGuards.isOperatorToken);
    const [one, other] = value.initial.postfix;
    if (operator !== undefined) {
      const isDefault = operator.operator === 'or' && value.initial.postfix.length === 3 && one !== undefined;
      const suggested = isDefault ? `{{ ${one.getText()} | default: ${other!.getText()} }}` : undefined;
      note(
        { kind: 'condition', message: `\`${written}\` prints true or false`, ...(suggested && { suggested }) },
        start,
        end,
      );
    } else if (variables.length === 0 && !(TypeGuards.isQuotedToken(one) && /^[{}%\s]*$/.test(one.content))) {
      const word = TypeGuards.isQuotedToken(one) && /^[A-Za-z_]\w*$/.test(one.content) ? one.content : '<column>';
      note({ kind: 'nothing', message: written, suggested: `{{ recipient.${word} }}` }, start, end);
    }
  }

  /** Liquid reads `a and b or c` as `a and (b or c)`; people, and all other languages, as `(a and b) or c`. */
  function findAndBeforeOr(postfix: readonly Token[]): void {
    const operators = postfix.filter(TypeGuards.isOperatorToken).sort((one, other) => one.begin - other.begin);
    const and = operators.find(({ operator }) => operator === 'and');
    const or = operators.findLast(({ operator }) => operator === 'or');
    if (and === undefined || or === undefined || or.begin < and.begin) return;
    const message =
      'after `and`, Liquid takes an `or` first; write what is after the `or` before the `and`, or two conditions';
    note({ kind: 'syntax', message }, and.begin, or.end);
  }

  /** `recipient.tier == 'gold' or 'silver'` holds for everybody. */
  function alwaysHolds(token: Token): void {
    if (!TypeGuards.isQuotedToken(token) && !TypeGuards.isNumberToken(token)) return;
    const message = `\`${token.getText()}\` is compared with nothing; after \`and\` and \`or\`, name the value again`;
    note({ kind: 'syntax', message }, token.begin, token.end);
  }

  function stray(words: Tokenizer, from = words.p): void {
    const left = text.slice(from, words.N).trim();
    note({ kind: 'syntax', message: `\`${left}\` would be left out` }, from, from + Math.max(1, left.length));
  }

  /** Liquid keeps a number as JavaScript does: `9.90` is printed as `9.9`, and `007` as `7`. */
  function number(token: Token, isPrinted = false): void {
    if (!TypeGuards.isNumberToken(token)) return;
    const [text, written, read] = [token.getText(), parseDecimal(token.getText()), parseDecimal(token.content)];
    const isSame = written !== undefined && read !== undefined && written.eq(read);
    if (isSame && (!isPrinted || String(token.content) === text)) return;
    const what = isSame ? `would be sent as \`${token.content}\`` : 'has more digits than a number here may have';
    note({ kind: 'syntax', message: `\`${text}\` ${what}; put it in quotes` }, token.begin, token.end);
  }

  function tokensOf(value: FilteredValueToken): Token[] {
    const tokens = [...value.initial.postfix, ...value.filters.flatMap(valuesOf)];
    return tokens.flatMap((token) => (TypeGuards.isFilteredValueToken(token) ? tokensOf(token) : [token]));
  }

  /**
   * What is left when every operator has taken its operands: more than one means that no operator joins them. Of `a <> 1` and
   * `a == 1 or == 2`, one has too few, and the condition would never hold.
   */
  function operandsOf(postfix: readonly Token[]): Token[] {
    const stack: Token[] = [];
    for (const token of postfix) {
      if (TypeGuards.isOperatorToken(token)) {
        const wanted = token.operator === 'not' ? 1 : 2;
        const message = `\`${token.operator}\` needs a value on each side`;
        if (stack.splice(-wanted).length < wanted) note({ kind: 'syntax', message }, token.begin, token.end);
      }
      stack.push(token);
    }
    return stack;
  }

  function askedIn(postfix: readonly Token[]): Token[] {
    const stack: Token[] = [];
    const found: Token[] = [];
    for (const token of postfix) {
      if (TypeGuards.isOperatorToken(token)) {
        const operands = stack.splice(token.operator === 'not' ? -1 : -2);
        if (token.operator === 'and' || token.operator === 'or' || token.operator === 'not') found.push(...operands);
      }
      stack.push(token);
    }
    return [...found, ...stack.filter(TypeGuards.isPropertyAccessToken)];
  }

  function isSingleWord(token: Token): boolean {
    return TypeGuards.isPropertyAccessToken(token) && token.variable === undefined && token.props.length === 1;
  }
}

/** Filters that print their values. */
const printing: ReadonlySet<string> = new Set(['default', 'append', 'prepend', 'remove', 'replace']);

/** What follows the colon of a filter. */
function valuesOf({ args }: FilteredValueToken['filters'][number]): Token[] {
  return args.flatMap((arg) => (Array.isArray(arg) ? arg[1] : arg) ?? []);
}

function countOf(most: number): string {
  return most === 1 ? 'one value' : `${most} values`;
}
