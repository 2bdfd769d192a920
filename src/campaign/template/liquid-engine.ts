import type { Context, Emitter, Liquid, Template as LiquidTemplate, Output, Token, Value } from 'liquidjs';
import { lineStartsIn } from '../../diagnostic/source-file.ts';
import {
  areEqual,
  arithmeticFilters,
  containsText,
  findUnusableValue,
  isEmpty,
  orderOf,
  templateFilters,
  textFilters,
} from './filters.ts';
import { type LiquidLibrary, liquidWords } from './liquid-words.ts';
import {
  type Bind,
  isUnknownText,
  type Missing,
  missing,
  type Reference,
  type Template,
  type TemplateProblem,
  textMax,
  unknownText,
} from './template.ts';

/** No loops and no assignments, so that the output is bounded. */
export const templateTags: readonly string[] = ['if', 'unless', 'case', 'comment', 'raw'];

const tagsMax = 200;

interface LockedLiquid {
  readonly engine: Liquid;
  readonly library: LiquidLibrary;
}

/** Liquid without files, loops, time, or JavaScript's own numbers. */
export async function lockedDownLiquid(): Promise<LockedLiquid> {
  const library = await import('liquidjs');
  const { defaultOperators, evalToken, toValue } = library;
  const plain = (value: unknown): unknown => (isDrop(value) ? undefined : value);
  /** Liquid's own `empty` is not what it calls a missing value; an empty cell is both. */
  const areEmpty = (one: unknown, other: unknown): boolean => isEmpty(plain(one)) && isEmpty(plain(other));
  const compared =
    (by: string, isMet: (order: number) => boolean) =>
    (one: unknown, other: unknown): boolean => {
      const order = orderOf(plain(one), plain(other), by);
      return order !== undefined && isMet(order);
    };
  const engine = new library.Liquid({
    // An empty table of partials: without it `{% include %}` reads files.
    templates: {},
    strictVariables: true,
    strictFilters: true,
    lenientIf: true,
    ownPropertyOnly: true,
    parseLimit: textMax * 4,
    memoryLimit: 200_000,
    operators: {
      ...defaultOperators,
      '==': (one: unknown, other: unknown, context: Context) =>
        areEmpty(one, other) ||
        (isDrop(one) || isDrop(other) ? defaultOperators['==']!(one, other, context) : areEqual(one, other)),
      '!=': (one: unknown, other: unknown, context: Context) =>
        !areEmpty(one, other) &&
        (isDrop(one) || isDrop(other) ? defaultOperators['!=']!(one, other, context) : !areEqual(one, other)),
      '<': compared('<', (order) => order < 0),
      '<=': compared('<=', (order) => order <= 0),
      '>': compared('>', (order) => order > 0),
      '>=': compared('>=', (order) => order >= 0),
      contains: (one: unknown, other: unknown) => containsText(plain(one), plain(other)),
      and: (one: unknown, other: unknown) => hasValue(toValue(one)) && hasValue(toValue(other)),
      or: (one: unknown, other: unknown) => hasValue(toValue(one)) || hasValue(toValue(other)),
      not: (value: unknown) => !hasValue(toValue(value)),
    },
  });
  for (const name of Object.keys(engine.tags)) if (!templateTags.includes(name)) delete engine.tags[name];
  for (const name of Object.keys(engine.filters)) if (!templateFilters.includes(name)) delete engine.filters[name];
  for (const [name, filter] of Object.entries(textFilters)) engine.registerFilter(name, filter);
  for (const [name, filter] of Object.entries(arithmeticFilters))
    engine.registerFilter(name, (...values) => (values.some(isUnknownText) ? unknownText : filter(...values)));
  const replace = engine.filters['replace'] as (this: unknown, value: unknown, ...args: unknown[]) => unknown;
  // Between the halves of an emoji there is nothing to replace.
  engine.registerFilter('replace', function (value, pattern, ...rest) {
    return String(pattern) === '' ? value : replace.call(this, value, pattern, ...rest);
  });
  /** Makes the conditions of a tag ask whether there is a value. */
  const askForValues = (branches: readonly { readonly value: Value }[]): void => {
    for (const { value } of branches) {
      const own = value.value.bind(value);
      value.value = function* (context, lenient) {
        return hasValue(toValue(yield* own(context, lenient)));
      };
    }
  };
  for (const [name, Tag] of [['if', library.IfTag] as const, ['unless', library.UnlessTag] as const])
    engine.registerTag(
      name,
      class extends (Tag as typeof library.IfTag) {
        constructor(...given: ConstructorParameters<typeof library.IfTag>) {
          super(...given);
          askForValues(this.branches);
        }
      },
    );
  engine.registerTag(
    'case',
    /** Compares as `==` does. */
    class extends library.CaseTag {
      override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
        const { renderer } = this.liquid;
        const target = toValue(yield this.value.value(context, true)) as unknown;
        let isHit = false;
        for (const { values, templates } of this.branches) {
          for (const token of values) {
            const value: unknown = yield evalToken(token, context, true);
            const isEqual =
              areEmpty(target, value) ||
              (isDrop(value) ? yield defaultOperators['==']!(target, value, context) : areEqual(target, value));
            if (isEqual !== true) continue;
            yield renderer.renderTemplates(templates, context, emitter);
            isHit = true;
            break;
          }
        }
        if (!isHit) yield renderer.renderTemplates(this.elseTemplates, context, emitter);
      }
    },
  );
  return { engine, library };
}

/** What a condition without a comparison asks. An empty text is not a value, whether of a cell or an input; 0 is one. */
function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '';
}

/** Liquid's own `nil`, `empty` and `blank`. */
function isDrop(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

export function compileLiquid<Context>(
  liquid: LockedLiquid,
  text: string,
  bind: Bind<Context>,
): Template<Context> | readonly TemplateProblem[] {
  const whole = { start: 0, end: text.length };
  if (text.split('{%').length - 1 > tagsMax)
    return [{ kind: 'limit', message: `has more than ${tagsMax} tags`, ...whole }];
  try {
    const parsed = liquid.engine.parse(text);
    keepDefaults(liquid.library, parsed);
    const { references, problems } = referencesOf(liquid, parsed, text);
    return problems.length > 0 ? problems : { references, render: liquidRenderer(liquid, parsed, references, bind) };
  } catch (error) {
    return [liquidProblem(error, text)];
  }
}

/**
 * An empty value stays empty up to its last `default`, whichever filters are before that, and what a `default` has is read only where it is
 * needed. Else `{{ recipient.name | capitalize | default: 'there' }}` would skip who has no name, and
 * `{{ recipient.nickname | default: recipient.name }}` who has a nickname alone.
 */
function keepDefaults(library: LiquidLibrary, templates: readonly LiquidTemplate[]): void {
  for (const template of templates) {
    if (template instanceof library.Output) keepDefaultsOf(library, template.value);
    else keepDefaults(library, library.toValueSync(template.children?.(false, true)) ?? []);
  }
}

function keepDefaultsOf({ evalToken }: LiquidLibrary, value: Value): void {
  const { filters } = value;
  const last = filters.findLastIndex(isDefault);
  if (last === -1) return;
  const own = value.value.bind(value);
  value.value = (context) => own(context, true);
  for (const [index, filter] of filters.slice(0, last + 1).entries()) {
    const [instead] = filter.args;
    const render = filter.render.bind(filter);
    filter.render = function* (given: unknown, context: Context): Generator<unknown, unknown, unknown> {
      if (!isDefault(filter)) return isEmpty(given) ? given : yield render(given, context);
      return isEmpty(given) ? yield evalToken(instead as Token, context, index < last) : given;
    };
  }
}

function isDefault({ name }: { readonly name: string }): boolean {
  return name === 'default';
}

function liquidRenderer<Context>(
  { engine, library }: LockedLiquid,
  parsed: LiquidTemplate[],
  references: readonly Reference[],
  bind: Bind<Context>,
): (context: Context) => unknown {
  const readers = references.map(({ path }) => ({ path, read: bind(path) }));
  const bare = references.some((reference) => reference.bare) ? parsed[0] : undefined;
  return (context) => {
    const scope: Record<string, unknown> = {};
    for (const { path, read } of readers) put(scope, path, read(context));
    try {
      if (bare === undefined) return engine.renderSync(parsed, scope) as string;
      const own = new library.Context(scope, engine.options, { sync: true });
      return library.toValueSync((bare as Output).value.value(own, false));
    } catch (error) {
      return failedRender(error, readers, context);
    }
  };
}

function failedRender<Context>(
  error: unknown,
  readers: readonly { readonly path: readonly string[]; readonly read: (context: Context) => unknown }[],
  context: Context,
): Missing {
  const name = undefinedName(error);
  // The name of a column may have a dot of its own.
  if (name !== undefined) return missing(readers.find(({ path }) => path.join('.') === name)?.path ?? name.split('.'));
  const wrong = findUnusableValue(error);
  if (wrong === undefined) return missing([], { kind: 'other', message: liquidProblem(error, '').message });
  const isSame = (value: unknown): boolean =>
    String(value) === String(wrong.value) || (wrong.why === 'zero' && Number(value) === 0);
  const from = readers.find(({ read }) => isSame(read(context)));
  return missing(from?.path ?? [], { kind: wrong.why, by: wrong.by });
}

/** Into the values that a render sees. A cell is text, whatever the format of its list; `false` does not hold in a condition. */
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
  if (last === undefined) return;
  // Without a value of its own, `size` would be how many values there are.
  if ((value === undefined || value === null) && last !== 'size') return;
  const isCell = path[0] === 'recipient' && (typeof value === 'number' || value === true);
  const seen = value === 'false' ? false : isCell ? String(value) : (value ?? undefined);
  Object.defineProperty(at, last, { value: seen, enumerable: true, configurable: true, writable: true });
}

/** Top-level outputs without a `default` must have a value; outputs inside tags may never be reached. */
function referencesOf(
  { engine, library }: LockedLiquid,
  parsed: LiquidTemplate[],
  text: string,
): { readonly references: Reference[]; readonly problems: readonly TemplateProblem[] } {
  const words = liquidWords(library, engine, text);
  const references: Reference[] = [];
  const problems: TemplateProblem[] = [];
  const lines = lineStartsIn(text);
  for (const template of parsed) {
    const isOutput = template instanceof library.Output;
    const guarded = !isOutput || template.value.filters.some(isDefault);
    const bare = isOutput && parsed.length === 1;
    for (const variable of Object.values(engine.analyzeSync([template], { partials: false }).globals).flat()) {
      const start = (lines[variable.location.row - 1] ?? 0) + variable.location.col - 1;
      const path = variable.segments;
      if (path.every((segment) => typeof segment === 'string')) {
        const use = words.printed.has(start) ? 'printed' : words.asked.has(start) ? 'asked' : 'compared';
        references.push({ path, guarded, bare, use, start, end: start + path.join('.').length });
      } else {
        problems.push({ kind: 'computed', message: 'computes the name of what it reads', start, end: start + 1 });
      }
    }
  }
  return { references, problems: [...problems, ...words.problems] };
}

interface LiquidFailure {
  readonly name?: string;
  readonly message?: string;
  readonly variableName?: string;
  readonly originalError?: LiquidFailure;
  readonly token?: { readonly begin?: number; readonly end?: number };
}

function undefinedName(error: unknown): string | undefined {
  const failure = error as LiquidFailure;
  return failure.variableName ?? failure.originalError?.variableName;
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
