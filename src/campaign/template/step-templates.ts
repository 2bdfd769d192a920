import type { Scalar } from '../../audience/scalar.ts';
import type { Span } from '../../diagnostic/source-file.ts';
import type { RecipientKey } from '../../job/address.ts';
import type { Audience, Campaign, Lack, Reads, Step } from '../campaign.ts';
import { type RenderContext, type StepRenderer, withoutRun } from '../request/rendering.ts';
import { bindVariables } from '../request/request.ts';
import { type Path, placeAt, type YamlTree } from '../yaml/yaml-tree.ts';
import {
  isTemplate,
  type Missing,
  type Reference,
  type Template,
  type TemplateCompiler,
  type TemplateProblem,
} from './template.ts';
import { parseSimpleTemplate } from './template-compiler.ts';

/** A template of the file, with the variables that it reads and their places. */
export interface PlacedTemplate {
  /** Absent for a template of the account, or of an audience's parameters. */
  readonly step?: Step;
  /** From the document's root. */
  readonly path: Path;
  /** From the request body. */
  readonly field: Path;
  readonly text: string;
  /** Whether more than the columns that it reads decides if it can be rendered. */
  readonly isConditional: boolean;
  readonly references: readonly PlacedReference[];
  readonly problems: readonly (TemplateProblem & { readonly span: Span })[];
}

export interface PlacedReference extends Reference {
  readonly span: Span;
}

/** Every template of the account, of the audiences' parameters and of the steps' requests, in the order of the file. */
export function placedTemplates(campaign: Campaign, tree: YamlTree, compiler: TemplateCompiler): PlacedTemplate[] {
  const bind = bindVariables(campaign);
  const make = (text: string, path: Path, field: Path, step?: Step): PlacedTemplate => {
    const compiled: Template<RenderContext> | readonly TemplateProblem[] = compiler.compile(text, bind);
    const place = <T extends { start: number; end: number }>(part: T) => ({
      ...part,
      span: spanInText(tree, path, text, part),
    });
    return {
      ...(step ? { step } : {}),
      path,
      field,
      text,
      isConditional: parseSimpleTemplate(text) === undefined,
      references: 'render' in compiled ? compiled.references.map(place) : [],
      problems: 'render' in compiled ? [] : compiled.map(place),
    };
  };
  return [
    ...texts(campaign.account, []).map(({ text, path }) => make(text, ['account', ...path], path)),
    ...campaign.audiences.flatMap((audience) =>
      texts(paramsOf(audience), []).map(({ text, path }) =>
        make(text, ['audiences', audience.name, 'params', ...path], path),
      ),
    ),
    ...campaign.steps.flatMap((step) =>
      texts(step.with, []).map(({ text, path }) => make(text, ['steps', step.id, 'with', ...path], path, step)),
    ),
  ];
}

/** All texts that hold templates, for making the compiler. */
export function templateTexts(campaign: Campaign): string[] {
  const { account, audiences, steps } = campaign;
  return [account, ...audiences.map(paramsOf), ...steps.map((step) => step.with)].flatMap((value) =>
    texts(value, []).map(({ text }) => text),
  );
}

function paramsOf({ source }: Audience): object {
  return source !== undefined && 'params' in source.origin ? source.origin.params : {};
}

function texts(value: unknown, path: Path): PlacedText[] {
  return textsIn(value, path).filter(({ text }) => isTemplate(text));
}

export interface PlacedText {
  readonly text: string;
  readonly path: Path;
}

/** Every text in a value of the file, also in its lists and maps; `path` is that of the value. */
export function textsIn(value: unknown, path: Path): PlacedText[] {
  if (typeof value === 'string') return [{ text: value, path }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => textsIn(item, [...path, key]));
}

/**
 * The place in the file of a part of a scalar's text. Escapes and line folding move characters: the part is then found by its
 * text, as the n-th occurrence.
 */
export function spanInText(
  tree: YamlTree,
  path: Path,
  text: string,
  part: { readonly start: number; readonly end: number },
): Span {
  const { value, style } = placeAt(tree, path);
  const { file } = value;
  const first = value.start + (style === 'quoted' ? 1 : 0);
  const words = text.slice(part.start, part.end);
  if (file.text.startsWith(words, first + part.start))
    return { file, start: first + part.start, end: first + part.end };
  let at = value.start - 1;
  for (let seen = text.indexOf(words); seen !== -1 && seen <= part.start; seen = text.indexOf(words, seen + 1)) {
    const next = file.text.indexOf(words, at + 1);
    if (next === -1 || next >= value.end) break;
    at = next;
  }
  return at < value.start ? value : { file, start: at, end: at + words.length };
}

/** What a step's templates read. */
export function readsOf(templates: readonly PlacedTemplate[]): Reads {
  const all = templates.flatMap((template) => template.references);
  const needed = all.filter((reference) => !reference.guarded);
  const steps = namesRead('steps', needed);
  return {
    columns: namesRead('recipient', needed),
    cells: namesRead('recipient', all),
    steps,
    optionalSteps: namesRead('steps', all).filter((step) => !steps.includes(step)),
  };
}

/** The columns, variables, inputs or steps among these references, each once. */
export function namesRead(
  root: 'recipient' | 'vars' | 'inputs' | 'env' | 'steps',
  references: readonly Reference[],
): readonly string[] {
  const names = references.flatMap(({ path: [first, name] }) => (first === root && name !== undefined ? [name] : []));
  return [...new Set(names)];
}

/**
 * Whether the templates of a step can be rendered for a recipient may depend on a condition or a calculation: the plan then renders
 * them, as the run does, so that both count the same people. Templates without any need only their columns, and outputs of other
 * steps are not known before a run.
 */
export function withRenderTest(
  step: Step,
  templates: readonly PlacedTemplate[],
  render: StepRenderer,
  values: Pick<RenderContext, 'inputs' | 'env'>,
): Step {
  const { reads } = step;
  const mayFail = templates.some(({ isConditional, references }) =>
    references.some(({ path }) => isConditional && path[0] === 'recipient'),
  );
  if (step.forEach === undefined || !mayFail || reads.steps.length + reads.optionalSteps.length > 0) return step;
  const lacks = (key: RecipientKey, recipient: (column: string) => Scalar | undefined): Lack | undefined => {
    const request = render({ ...withoutRun(values), key, recipient });
    return request.kind === 'missing' ? lackOf(request.missing, reads.cells) : undefined;
  };
  return { ...step, reads: { ...reads, lacks } };
}

/** Undefined for what is not the recipient's: the environment of the run may have it. */
function lackOf({ path: [root, name], failure }: Missing, cells: readonly string[]): Lack | undefined {
  const column = root === 'recipient' ? name : undefined;
  if (failure !== undefined) return { word: 'badValue', detail: column ?? cells.join(', ') };
  return column === undefined ? undefined : { word: 'missing', detail: column };
}
