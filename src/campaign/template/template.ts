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
  /** Printed; only asked in a condition whether it has a value; or compared with something. */
  readonly use: 'printed' | 'asked' | 'compared';
  /** Offsets into the template's text. */
  readonly start: number;
  readonly end: number;
}

/** Turns the path of a variable into a function that reads it, once for all renders. Undefined: no such value for this job. */
export type Bind<Context> = (path: readonly string[]) => (context: Context) => unknown;

export interface TemplateProblem {
  /** `nothing`: an output reads nothing. `condition`: an output prints whether something holds. */
  readonly kind: 'syntax' | 'filter' | 'tag' | 'computed' | 'limit' | 'nothing' | 'condition';
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** The unknown word, if there is one. */
  readonly word?: string;
  /** What was probably meant. */
  readonly suggested?: string;
}

/** A variable that a template needs has no value for this job. */
export interface Missing {
  readonly [missingMark]: true;
  readonly path: readonly string[];
  /** Why the template cannot be rendered, although the value at `path` is there. */
  readonly failure: RenderFailure | undefined;
}

export type RenderFailure =
  /** `by`: the filter or operator that needs a number, or cannot divide by zero. */
  { readonly kind: 'notANumber' | 'zero'; readonly by: string } | { readonly kind: 'other'; readonly message: string };

const missingMark = Symbol('missing');

export function isMissing(value: unknown): value is Missing {
  return typeof value === 'object' && value !== null && missingMark in value;
}

export function missing(path: readonly string[], failure?: RenderFailure): Missing {
  return { [missingMark]: true, path, failure };
}

export function isTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%');
}

const outputOrTag = /\{\{[^]*?\}\}|\{%[^]*?%\}/g;

/** Its outputs and tags, each with its offset. */
export function templatesIn(text: string): readonly { readonly written: string; readonly index: number }[] {
  return [...text.matchAll(outputOrTag)].map(({ 0: written, index }) => ({ written, index }));
}

/** The text between its outputs and tags, with blanks in their place: offsets stay. */
export function outsideTemplates(text: string): string {
  return text.replace(outputOrTag, (whole) => ' '.repeat(whole.length));
}

export interface TemplateCompiler {
  compile<Context>(text: string, bind: Bind<Context>): Template<Context> | readonly TemplateProblem[];
}

/** Characters of a template's text. */
export const textMax = 32_768;

/** A value that is not known yet, while a campaign is checked. What is calculated with it is not known either. */
export const unknownText = '\uE000';

export function isUnknownText(value: unknown): boolean {
  return typeof value === 'string' && value.includes(unknownText);
}
