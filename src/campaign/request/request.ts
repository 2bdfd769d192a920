import { createHash } from 'node:crypto';
import { parseDecimal } from '../../audience/decimal.ts';
import { orderIdFor } from '../../job/natural-key.ts';
import { operations } from '../../service/operations/operations.ts';
import type { Campaign, Step } from '../campaign.ts';
import { type Bind, isMissing, isTemplate, type Missing, type TemplateCompiler } from '../template/template.ts';
import { templateCompiler } from '../template/template-compiler.ts';
import type { Path } from '../yaml/yaml-tree.ts';
import { defaultFields, identityOf } from './default-fields.ts';
import { type Read, type RenderContext, type StepRenderer, withoutRun } from './rendering.ts';
import { requestField } from './request-fields.ts';

/** Compiles a step once; the renderer makes a million bodies in a second or two. Templates with findings are kept as text. */
export function compileStep(step: Step, campaign: Campaign, compiler: TemplateCompiler): StepRenderer {
  const bind = bindVariables(campaign);
  const compile = (value: unknown, path: Path): Read => compileValue(value, path, { step, compiler, bind });
  const fields = new Map<string, Read>();
  for (const [name, value] of defaultFields(step, campaign))
    fields.set(name, typeof value === 'function' ? (value as Read) : compile(value, [name]));
  const files = new Map<string, Read>();
  for (const [name, value] of Object.entries(step.with)) {
    if (name === '__proto__') continue;
    (isFileField(step, name) ? files : fields).set(name, compile(value, [name]));
  }
  const { naturalKey: naturalKeyField } = operations[step.uses];
  const [bodyOf, filesOf] = [recordReader(fields), recordReader(files)];
  return (context) => {
    const body = bodyOf(context);
    if (isMissing(body)) return { kind: 'missing', missing: body };
    // Without an orderId a retry would send a second code, so an empty one counts as absent.
    if (naturalKeyField === 'orderId' && isBlank(body['orderId']))
      body['orderId'] = orderIdFor(identityOf(step, campaign, context));
    const paths = filesOf(context);
    if (isMissing(paths)) return { kind: 'missing', missing: paths };
    const naturalKey = naturalKeyField === undefined ? undefined : body[naturalKeyField];
    const key =
      naturalKey === undefined || naturalKey === null ? {} : { naturalKey: `${naturalKey as string | number}` };
    return { kind: 'request', body, files: paths as Record<string, string>, ...key };
  };
}

function isBlank(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

export function isFileField({ uses }: Step, field: string): boolean {
  return operations[uses].fileField === field;
}

interface Compiling {
  readonly step: Step;
  readonly compiler: TemplateCompiler;
  readonly bind: Bind<RenderContext>;
}

function compileValue(value: unknown, path: Path, compiling: Compiling): Read {
  if (typeof value === 'string') return compileText(value, path, compiling);
  if (typeof value !== 'object' || value === null) return () => value;
  if (Array.isArray(value))
    return listReader(value.map((item, index) => compileValue(item, [...path, index], compiling)));
  const fields = Object.entries(value).filter(([name]) => name !== '__proto__');
  return recordReader(new Map(fields.map(([name, item]) => [name, compileValue(item, [...path, name], compiling)])));
}

function compileText(text: string, path: Path, { step, compiler, bind }: Compiling): Read {
  const template = isTemplate(text) ? compiler.compile(text, bind) : undefined;
  if (template === undefined || !('render' in template)) return () => text;
  const { render } = template;
  if (!template.references.some((reference) => reference.bare)) return render;
  const type = requestField(step.uses, path)?.type;
  if (type === 'Integer' || type === 'Long' || type === 'Double') return (context) => numberOf(render(context));
  return type === 'String' ? (context) => textOf(render(context)) : render;
}

/** A CSV cell is text; where the service takes a number, digits in it are one, unless a digit would be lost. */
function numberOf(value: unknown): unknown {
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return value;
  const [written, number] = [parseDecimal(value), parseDecimal(Number(value))];
  return written !== undefined && number !== undefined && written.eq(number) ? Number(value) : value;
}

/** A cell of a JSONL file may be a number or true; where the service takes a text, it is one as in a CSV file. */
function textOf(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

function listReader(items: readonly Read[]): Read {
  return (context) => {
    const list: unknown[] = [];
    for (const item of items) {
      const value = item(context);
      if (isMissing(value)) return value;
      list.push(value);
    }
    return list;
  };
}

function recordReader(
  fields: ReadonlyMap<string, Read>,
): (context: RenderContext) => Record<string, unknown> | Missing {
  return (context) => {
    const record: Record<string, unknown> = {};
    for (const [name, read] of fields) {
      const value = read(context);
      if (isMissing(value)) return value;
      record[name] = value;
    }
    return record;
  };
}

/** Turns each variable's path into a read of the context, once. */
export function bindVariables(campaign: Campaign): Bind<RenderContext> {
  return (path) => {
    const [root, name, field] = path;
    if (root === undefined) return () => undefined;
    switch (root) {
      case 'recipient':
        return name === undefined ? () => undefined : (context) => context.recipient?.(name);
      case 'steps':
        return (context) => (name === undefined || field === undefined ? undefined : context.outputs(name)?.[field]);
      case 'inputs':
        return (context) => (name === undefined ? undefined : own(context.inputs, name));
      case 'env':
        return (context) => (name === undefined ? undefined : own(context.env, name));
      case 'run':
        return (context) => (name === 'id' ? context.run.id : undefined);
      case 'campaign':
        return constant(own({ id: campaign.id, title: campaign.title, timezone: campaign.timezone }, name ?? ''));
      case 'vars':
        return constant(path.slice(1).reduce<unknown>((at, key) => own(at, key), campaign.vars));
      default:
        return () => undefined;
    }
  };
}

function constant(value: unknown): () => unknown {
  return () => value;
}

function own(record: unknown, key: string): unknown {
  return typeof record === 'object' && record !== null && Object.hasOwn(record, key)
    ? (record as Record<string, unknown>)[key]
    : undefined;
}

/** Tells the accounts of one service apart, by `appId`. A digest: the id may come from a variable that holds a secret. */
export async function accountKey({
  campaign,
  inputs,
  env,
}: { readonly campaign: Campaign } & Pick<RenderContext, 'inputs' | 'env'>): Promise<string> {
  const { appId = '' } = campaign.account;
  const template = (await templateCompiler([appId])).compile(appId, bindVariables(campaign));
  const value = 'render' in template ? template.render(withoutRun({ inputs, env })) : appId;
  return createHash('sha256').update(String(value)).digest('hex').slice(0, 32);
}
