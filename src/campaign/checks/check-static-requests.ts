import type { Roster } from '../../audience/roster.ts';
import type { Scalar } from '../../audience/scalar.ts';
import type { Diagnostic, RelatedPlace } from '../../diagnostic/diagnostic.ts';
import type { Span } from '../../diagnostic/source-file.ts';
import { fileNameFor } from '../../job/address.ts';
import { operations } from '../../service/operations/operations.ts';
import {
  type Breach,
  breachesOf,
  formatBreach,
  formatPublicLimit,
  publicLimitsBroken,
} from '../../service/validate/check-request.ts';
import type { Campaign, Step } from '../campaign.ts';
import { type Environment, isReservedVariable, unsetVariable } from '../campaign-env.ts';
import { accountKeyFor } from '../request/default-fields.ts';
import { formatMissing, type RenderContext, type StepRenderer } from '../request/rendering.ts';
import { requestField } from '../request/request-fields.ts';
import { isSubstitute, misspeltFields, sameNameFinding, writtenName } from '../rules/request-fields.ts';
import { finding, isMisshapen, type RuleInput, warning } from '../rules/rule.ts';
import { whyNotAt } from '../rules/windows.ts';
import { namesRead } from '../template/step-templates.ts';
import { isUnknownText, unknownText } from '../template/template.ts';
import { keySpan, type Path, valueAt, valueSpan, type YamlTree } from '../yaml/yaml-tree.ts';

export interface RenderCheck extends RuleInput {
  readonly inputs: Readonly<Record<string, Scalar>>;
  /** See `campaign-env.ts`. */
  readonly env: Environment;
  readonly unsetEnv?: 'warning' | 'error' | undefined;
  readonly renderers: ReadonlyMap<string, StepRenderer>;
  readonly rosters: ReadonlyMap<string, Roster>;
  /** Earlier findings: each place is reported once. */
  readonly before: readonly Diagnostic[];
}

/** 13 digits: a number that every operation accepts. */
export const someKey = '2348000000000';

/** Checks the part of every step's request that is the same for all recipients against the service's rules. */
export function checkStaticRequests(about: RenderCheck): Diagnostic[] {
  const base = baseContext(about);
  const same = sameNames(about, base);
  const findings = about.campaign.steps.flatMap((step) => {
    const { breaches, publicLimits, sendTime } = staticRequest(about, step, base);
    return [
      ...missingValue(about, step, base),
      ...breaches
        .filter((breach) => !isReported(about, step, breach))
        .map((breach) =>
          finding('CS4001', fieldSpan(about, step, breach.path), sentence(breach), {
            hint: breach.hint ?? whatToWrite(step, breach),
          }),
        ),
      ...publicLimits.map((limit) =>
        warning(
          'CS4009',
          fieldSpan(about, step, [limit.field]),
          formatPublicLimit(limit, (field) => `\`${field}\``),
        ),
      ),
      ...(sendTime === undefined ? [] : [sendTimeFinding(about, step, `\`sendTime\` is ${sendTime}`)]),
    ];
  });
  return [...findings, ...same];
}

/** Names of steps that run once, which are written in two ways and are the same when they are sent (`namesAreTakenOnce`). */
function sameNames(about: RenderCheck, base: RenderContext): Diagnostic[] {
  const { campaign, renderers, templatesOf, tree } = about;
  const taken = new Map<string, Step>();
  // Samples stand for what another step will give.
  const readsSteps = ({ id }: Step, name: string): boolean =>
    (templatesOf.get(id) ?? []).some(
      ({ field, references }) => field[0] === name && references.some(({ path: [root] }) => root === 'steps'),
    );
  return campaign.steps.flatMap((step) => {
    const written = step.forEach === undefined && !isSubstitute(step) ? writtenName(step) : undefined;
    const request = written && renderers.get(step.id)?.(base);
    if (written === undefined || request?.kind !== 'request' || readsSteps(step, written.name)) return [];
    const { naturalKey } = request;
    if (naturalKey === undefined || isUnknownText(naturalKey)) return [];
    const name = `${step.uses} ${naturalKey}`;
    const twin = taken.get(name);
    if (twin === undefined) taken.set(name, step);
    return twin === undefined || writtenName(twin)?.text === written.text
      ? []
      : [sameNameFinding(tree, written, step, twin)];
  });
}

/** What is wrong with the request of a step, as far as it is the same for all recipients. */
export function staticRequest(about: RenderCheck, step: Step, base: RenderContext) {
  const body = staticBody(about, step, base);
  if (body === undefined) return { breaches: [], publicLimits: [], sendTime: undefined };
  const all = breachesOf(step.uses, body);
  const broken = new Set(all.map(({ path }) => path[0]));
  return {
    breaches: all.filter(({ path }) => !isUnknown(body, path) && !dependsOnCells(about, step, path)),
    /** Of public documents, where the request breaks no rule of the service's own. */
    publicLimits: publicLimitsBroken(step.uses, body).filter(
      ({ field }) => !broken.has(field) && !isUnknown(body, [field]),
    ),
    /** Why the service must not call anybody at it; of each recipient's own, nothing is known here. */
    sendTime: broken.has('sendTime') ? undefined : whyNotAt(about.campaign, step, body['sendTime']),
  };
}

export function sendTimeFinding(
  about: RenderCheck,
  step: Step,
  message: string,
  related: readonly RelatedPlace[] = [],
): Diagnostic {
  const hint = 'choose a time in the window, and before `ends`';
  return finding('CS5009', fieldSpan(about, step, ['sendTime']), message, { hint, related });
}

/** For a step that runs once, the request tells which branch of a template is taken, and whether it can be rendered. */
function missingValue(about: RenderCheck, step: Step, base: RenderContext): Diagnostic[] {
  const request = step.forEach === undefined ? about.renderers.get(step.id)?.(base) : undefined;
  if (request?.kind !== 'missing') return [];
  const { path, failure } = request.missing;
  const [root, name] = path;
  const span = referenceSpan(about, step, path);
  if (failure !== undefined)
    return [finding('CS3035', span, `\`${step.id}\` cannot be sent: ${formatMissing(request.missing)}`)];
  // Others have a finding of their own.
  return root === 'env' && name !== undefined ? [unsetVariable(name, span, 'error')] : [];
}

/** Where a step's request reads a value. */
export function referenceSpan(about: RuleInput, step: Step, path: readonly string[]): Span {
  const references = about.templates
    .filter((template) => template.step === undefined || template.step.id === step.id)
    .flatMap((template) => template.references);
  return references.find((one) => one.path.join('.') === path.join('.'))?.span ?? step.span;
}

/** Whether cells decide which text there is: nobody may be without one, though without a cell there is none. */
function dependsOnCells({ templatesOf }: RenderCheck, step: Step, path: Path): boolean {
  return (templatesOf.get(step.id) ?? []).some(
    ({ field, isConditional, references }) =>
      isConditional &&
      field.join('.') === path.join('.') &&
      references.some(({ path: [root] }) => root === 'recipient'),
  );
}

/** What is the same for all recipients, with placeholders in the place of what is not. */
function staticBody(about: RenderCheck, step: Step, base: RenderContext): Record<string, unknown> | undefined {
  const request = about.renderers.get(step.id)?.({
    ...base,
    key: step.forEach && someKey,
    recipient: step.forEach && (() => unknownText),
  });
  if (request === undefined || request.kind === 'missing' || operations[step.uses].method === 'GET') return undefined;
  return withFiles(step, request.body, request.files);
}

/** Outputs of steps that have not run, and variables that are not set here, are unknown. */
export function baseContext({ inputs, env, unsetEnv, campaign, templates }: RenderCheck): RenderContext {
  // Also variables that are not declared: they are reported elsewhere, and the rest of the text is still checked.
  const references = templates.flatMap((template) => template.references);
  // A variable that only some branches of a text read must be set if such a branch is taken. Others are reported elsewhere.
  const required = namesRead(
    'env',
    references.filter(({ guarded }) => !guarded),
  );
  const mayBeRead = (name: string): boolean => campaign.env.includes(name) && !isReservedVariable(name);
  const isLeftOpen = (name: string): boolean => unsetEnv !== 'error' || required.includes(name) || !mayBeRead(name);
  const known = Object.fromEntries(
    namesRead('env', references).flatMap((name) => {
      const value = env[name] ?? (isLeftOpen(name) ? unknownText : undefined);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const outputs = new Map(campaign.steps.map((step) => [step.id, sampleOutputs(step)]));
  return {
    run: { id: campaign.starts?.slice(0, 10) ?? '1' },
    inputs: Object.fromEntries(namesRead('inputs', references).map((name) => [name, inputs[name] ?? unknownText])),
    env: known,
    outputs: (id) => outputs.get(id),
    now: 1_700_000_000_000,
  };
}

/** What a step may give, where it has not run. */
export function sampleOutputs({ uses }: Step, number = 1, text = unknownText): Readonly<Record<string, unknown>> {
  const fields = Object.entries(operations[uses].outputs);
  return Object.fromEntries(
    fields.map(([name, { type }]) => [name, type === 'number' ? number : type === 'array' ? [] : text]),
  );
}

/** The engine reads the files and names them; `load-audio.ts` checks them. */
function withFiles(
  step: Step,
  body: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const whole: Record<string, unknown> = { ...body };
  for (const [field, path] of Object.entries<unknown>(files)) whole[field] = typeof path === 'string' ? 'QUJD' : path;
  const path: unknown = files['file'];
  if (operations[step.uses].recovery === 'rename' && typeof path === 'string') {
    const job = { campaign: '', run: '', step: step.id };
    const file = { path: path.replace(/(\.[^.]*)?$/, '.mp3'), contentHash: '', ordinal: 1 };
    whole['fileName'] ??= fileNameFor(job, file);
  }
  return whole;
}

export function isUnknown(body: unknown, path: Path): boolean {
  return isUnknownText(valueAt(body, path));
}

/** Another finding at the same place, or above it, already says what is wrong. */
export function isReported(about: RenderCheck, step: Step, { path }: Breach): boolean {
  const errors = about.before.filter((one) => one.severity === 'error');
  if (isWritten(step, path)) {
    const span = fieldSpan(about, step, path);
    return errors.some(
      (one) => one.span.file === span.file && one.span.start <= span.start && one.span.end >= span.end,
    );
  }
  if (isLeftOut(about, step, path)) return true;
  return misspeltFields(step).has(String(path.at(-1)));
}

/** The field would come from `account` or `forEach`, but what is written there has a wrong shape or name. */
function isLeftOut(about: RenderCheck, step: Step, [field, ...rest]: Path): boolean {
  if (about.input === about.tree.value || rest.length > 0) return false;
  const { account } = about.tree.value as { readonly account?: unknown };
  if (isMisshapen(about, ['account']) && accountKeyFor(step.uses, String(field)) !== undefined) return true;
  if (typeof account === 'object' && account !== null && String(field) in account) return true;
  const misshapen = (one: Diagnostic): boolean => /^CS(1005|2)/.test(one.code) && isInStep(about, step, one);
  return field === operations[step.uses].recipientField && step.forEach === undefined && about.before.some(misshapen);
}

function whatToWrite(step: Step, { path, kind, type }: Breach): string | undefined {
  if (
    path.length === 1 &&
    path[0] === operations[step.uses].recipientField &&
    step.forEach === undefined &&
    kind === 'required'
  )
    return `add \`forEach: <audience>\`, or \`${path[0]}\` under \`with\``;
  const [field] = path;
  const accountKey = path.length === 1 && kind === 'required' && accountKeyFor(step.uses, String(field));
  if (accountKey) return `add \`${accountKey}\` to \`account\`, once for all steps: \`account: { ${accountKey}: … }\``;
  const fields = [...(requestField(step.uses, path)?.fields.keys() ?? [])];
  if (type !== 'Object' || fields.length === 0) return undefined;
  return `write a map: \`${String(path.at(-1))}: { ${fields[0]}: … }\``;
}

function isWritten(step: Step, path: Path): boolean {
  const parent = valueAt(step.with, path.slice(0, -1));
  const last = path.at(-1);
  return typeof parent === 'object' && parent !== null && last !== undefined && last in parent;
}

/** Where a field of the body is written: under `with`, under `account`, or nowhere. */
export function fieldSpan(
  { tree, campaign }: { readonly tree: YamlTree; readonly campaign: Campaign },
  step: Step,
  path: Path,
): Span {
  const [field] = path;
  const base: Path = ['steps', step.id, 'with'];
  if (typeof field === 'string' && step.with[field] === undefined && field in campaign.account)
    return valueSpan(tree, ['account', field]);
  if (isWritten(step, path)) return valueSpan(tree, [...base, ...path]);
  return keySpan(tree, Object.keys(step.with).length === 0 ? ['steps', step.id] : [...base, ...path.slice(0, -1)]);
}

export function sentence(breach: Breach): string {
  return `${formatBreach(breach, (field) => `\`${field}\``)} (the service returns ${breach.status})`;
}

export function isInStep({ tree }: RenderCheck, step: Step, { span }: Diagnostic): boolean {
  const within = valueSpan(tree, ['steps', step.id]);
  return span.file === within.file && span.start >= within.start && span.end <= within.end;
}
