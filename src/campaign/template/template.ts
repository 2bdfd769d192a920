import type { Liquid, Template as LiquidTemplate } from 'liquidjs';
import { parseSimpleTemplate, type SimpleOutput, type SimpleTemplate } from './simple-template.ts';

/** A text with outputs in it, ready to be rendered as often as there are recipients. */
export interface Template<Context> {
  readonly references: readonly Reference[];
  /** The result: a text, or for one bare output that output's own value; or `Missing`. */
  render(context: Context): unknown;
}

/** One variable that a template reads. */
export interface Reference {
  readonly path: readonly string[];
  /** A `default` or a condition handles a missing value. */
  readonly guarded: boolean;
  /** The template is this one output, whose native value it keeps. */
  readonly bare: boolean;
  /** Offsets into the template's text. */
  readonly start: number;
  readonly end: number;
}

/** Turns the path of a variable into a function that reads it, once for all renders. Undefined: no such value for this job. */
export type Bind<Context> = (path: readonly string[]) => (context: Context) => unknown;

export interface TemplateProblem {
  readonly kind: 'syntax' | 'filter' | 'tag' | 'computed' | 'limit';
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** The unknown word, if there is one. */
  readonly word?: string;
}

/** A variable that a template needs has no value for this job. */
export interface Missing {
  readonly [missingMark]: true;
  readonly path: readonly string[];
  /** What Liquid says, if `path` is not the cause. */
  readonly failure: string | undefined;
}

const missingMark = Symbol('missing');

export function isMissing(value: unknown): value is Missing {
  return typeof value === 'object' && value !== null && missingMark in value;
}

export function missing(path: readonly string[], failure?: string): Missing {
  return { [missingMark]: true, path, failure };
}

export function isTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%');
}

export interface TemplateCompiler {
  compile<Context>(text: string, bind: Bind<Context>): Template<Context> | readonly TemplateProblem[];
}

export const templateTags: readonly string[] = ['if', 'unless', 'case', 'comment', 'raw'];

/** No `date`, which depends on the current time and the machine's zone. No loops and no assignments, so that the output is bounded. */
export const templateFilters: readonly string[] = [
  'default',
  'upcase',
  'downcase',
  'capitalize',
  'strip',
  'lstrip',
  'rstrip',
  'append',
  'prepend',
  'remove',
  'replace',
  'truncate',
  'truncatewords',
  'slice',
  'size',
  'first',
  'last',
  'url_encode',
  'newline_to_br',
  'plus',
  'minus',
  'times',
  'divided_by',
  'modulo',
  'round',
  'floor',
  'ceil',
  'abs',
  'at_least',
  'at_most',
];

const textMax = 32_768;
const tagsMax = 200;

/** Loads Liquid only when one of these texts needs more than plain outputs. */
export async function templateCompiler(texts: readonly string[]): Promise<TemplateCompiler> {
  const liquid = texts.some((text) => isTemplate(text) && parseSimpleTemplate(text) === undefined)
    ? await lockedDownLiquid()
    : undefined;
  return {
    compile: (text, bind) => {
      if (text.length > textMax) {
        return [{ kind: 'limit', message: `has more than ${textMax} characters`, start: 0, end: text.length }];
      }
      const simple = parseSimpleTemplate(text);
      if (simple) return compileSimple(simple, bind);
      if (liquid === undefined) throw new Error('a template was not among the texts that the compiler was made for');
      return compileLiquid(liquid, text, bind);
    },
  };
}

function compileSimple<Context>(simple: SimpleTemplate, bind: Bind<Context>): Template<Context> {
  const outputs = simple.parts.filter((part) => typeof part !== 'string');
  const bare = simple.parts.length === 1 && outputs.length === 1;
  const references = outputs.map((output) => ({
    path: output.path,
    guarded: output.fallback !== undefined,
    bare,
    start: output.start,
    end: output.end,
  }));
  const parts = simple.parts.map((part) => (typeof part === 'string' ? part : outputReader(part, bind)));
  const [only] = parts;
  if (parts.length === 0) return { references, render: () => '' };
  if (parts.length === 1 && only !== undefined) {
    return { references, render: typeof only === 'string' ? () => only : only };
  }
  return {
    references,
    render: (context) => {
      let text = '';
      for (const part of parts) {
        if (typeof part === 'string') {
          text += part;
          continue;
        }
        const value = part(context);
        if (typeof value === 'object' && isMissing(value)) return value;
        text += textOf(value);
      }
      return text;
    },
  };
}

function outputReader<Context>(output: SimpleOutput, bind: Bind<Context>): (context: Context) => unknown {
  const read = bind(output.path);
  const { fallback } = output;
  if (fallback === undefined) {
    const none = missing(output.path);
    return (context) => read(context) ?? none;
  }
  return (context) => {
    const value = read(context);
    return value === undefined || value === null || value === '' || value === false ? fallback : value;
  };
}

/** As Liquid prints values. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join('');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

interface LockedLiquid {
  readonly engine: Liquid;
  readonly evaluate: (output: LiquidTemplate, scope: object) => unknown;
  readonly isOutput: (
    template: LiquidTemplate,
  ) => template is LiquidTemplate & { value: { filters: { name: string }[] } };
}

async function lockedDownLiquid(): Promise<LockedLiquid> {
  const { Context, Liquid, Output, toValueSync } = await import('liquidjs');
  const engine = new Liquid({
    // An empty table of partials: without it `{% include %}` reads files.
    templates: {},
    strictVariables: true,
    strictFilters: true,
    lenientIf: true,
    ownPropertyOnly: true,
    parseLimit: textMax * 4,
    memoryLimit: 200_000,
  });
  for (const name of Object.keys(engine.tags)) if (!templateTags.includes(name)) delete engine.tags[name];
  for (const name of Object.keys(engine.filters)) if (!templateFilters.includes(name)) delete engine.filters[name];
  return {
    engine,
    isOutput: (template): template is LiquidTemplate & { value: { filters: { name: string }[] } } =>
      template instanceof Output,
    evaluate: (output, scope) => {
      const context = new Context(scope, engine.options, { sync: true });
      return toValueSync((output as InstanceType<typeof Output>).value.value(context, false));
    },
  };
}

function compileLiquid<Context>(
  liquid: LockedLiquid,
  text: string,
  bind: Bind<Context>,
): Template<Context> | readonly TemplateProblem[] {
  const whole = { start: 0, end: text.length };
  if (text.split('{%').length > tagsMax) return [{ kind: 'limit', message: `has more than ${tagsMax} tags`, ...whole }];
  try {
    const parsed = liquid.engine.parse(text);
    const { references, problems } = referencesOf(liquid, parsed, text);
    return problems.length > 0 ? problems : { references, render: liquidRenderer(liquid, parsed, references, bind) };
  } catch (error) {
    return [liquidProblem(error, text)];
  }
}

function liquidRenderer<Context>(
  liquid: LockedLiquid,
  parsed: LiquidTemplate[],
  references: readonly Reference[],
  bind: Bind<Context>,
): (context: Context) => unknown {
  const readers = references.map((reference) => ({ path: reference.path, read: bind(reference.path) }));
  const bare = references.some((reference) => reference.bare) ? parsed[0] : undefined;
  return (context) => {
    const scope: Record<string, unknown> = {};
    for (const { path, read } of readers) put(scope, path, read(context));
    try {
      return bare === undefined ? (liquid.engine.renderSync(parsed, scope) as string) : liquid.evaluate(bare, scope);
    } catch (error) {
      const path = undefinedPath(error);
      return path === undefined ? missing([], liquidProblem(error, '').message) : missing(path);
    }
  };
}

function put(scope: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let at = scope;
  for (const key of path.slice(0, -1)) {
    const next = at[key];
    if (typeof next === 'object' && next !== null && Object.hasOwn(at, key)) at = next as Record<string, unknown>;
    else {
      const made = {};
      Object.defineProperty(at, key, { value: made, enumerable: true, configurable: true, writable: true });
      at = made;
    }
  }
  const last = path.at(-1);
  if (last === undefined || value === undefined || value === null || value === '') return;
  Object.defineProperty(at, last, { value, enumerable: true, configurable: true, writable: true });
}

/** Top-level outputs without a `default` must have a value; outputs inside tags may never be reached. */
function referencesOf(
  liquid: LockedLiquid,
  parsed: LiquidTemplate[],
  text: string,
): { readonly references: Reference[]; readonly problems: TemplateProblem[] } {
  const references: Reference[] = [];
  const problems: TemplateProblem[] = [];
  const lines = lineStarts(text);
  for (const template of parsed) {
    const isOutput = liquid.isOutput(template);
    const guarded = !isOutput || template.value.filters[0]?.name === 'default';
    const bare = isOutput && parsed.length === 1;
    for (const variable of Object.values(liquid.engine.analyzeSync([template], { partials: false }).globals).flat()) {
      const start = (lines[variable.location.row - 1] ?? 0) + variable.location.col - 1;
      const path = variable.segments;
      if (path.every((segment) => typeof segment === 'string')) {
        references.push({ path, guarded, bare, start, end: start + path.join('.').length });
      } else {
        problems.push({ kind: 'computed', message: 'computes the name of what it reads', start, end: start + 1 });
      }
    }
  }
  return { references, problems };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

interface LiquidFailure {
  readonly name?: string;
  readonly message?: string;
  readonly variableName?: string;
  readonly originalError?: LiquidFailure;
  readonly token?: { readonly begin?: number; readonly end?: number };
}

function undefinedPath(error: unknown): string[] | undefined {
  const failure = error as LiquidFailure;
  const name = failure.variableName ?? failure.originalError?.variableName;
  return name?.split('.');
}

function liquidProblem(error: unknown, text: string): TemplateProblem {
  if (error instanceof RangeError)
    return { kind: 'limit', message: 'is nested too deeply', start: 0, end: text.length };
  const failure = error as LiquidFailure;
  const message = (failure.message ?? '').replace(/, line:\d+.*$/s, '');
  const start = failure.token?.begin ?? 0;
  const place = { start, end: Math.max(start + 1, failure.token?.end ?? text.length) };
  const filter = /undefined filter: (\S+)/.exec(message)?.[1];
  if (filter !== undefined) return { kind: 'filter', message, word: filter, ...wordPlace(text, filter, place) };
  const tag = /tag "?(\S+?)"? not found/.exec(message)?.[1];
  if (tag !== undefined) return { kind: 'tag', message, word: tag, ...wordPlace(text, tag, place) };
  return { kind: 'syntax', message, ...place };
}

function wordPlace(text: string, word: string, place: { start: number; end: number }): { start: number; end: number } {
  const at = text.indexOf(word, place.start);
  return at === -1 ? place : { start: at, end: at + word.length };
}
