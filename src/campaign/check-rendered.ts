import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { listed } from '../diagnostic/did-you-mean.ts';
import { fileNameFor } from '../job/natural-key.ts';
import type { Files } from '../platform/ports.ts';
import { checkRequest, firstViolation, type Violation } from '../service/check-request.ts';
import { operations } from '../service/operations.ts';
import type { Span } from '../source/source-file.ts';
import { counted } from './audience-findings.ts';
import { createTally, type Tally } from './audience-problem.ts';
import type { Campaign, Step } from './campaign.ts';
import type { CampaignPaths } from './campaign-paths.ts';
import { chosenBy } from './chosen.ts';
import { readExcerpts } from './excerpt.ts';
import type { RenderContext, StepRenderer } from './request.ts';
import { requestField } from './request-fields.ts';
import type { Roster, Scalar } from './roster.ts';
import { finding, type RuleInput } from './rules/rule.ts';
import type { PlacedTemplate } from './step-templates.ts';
import { keySpan, type Path, valueSpan, type YamlTree } from './yaml-tree.ts';

export interface RenderCheck extends RuleInput {
  readonly inputs: Readonly<Record<string, Scalar>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly renderers: ReadonlyMap<string, StepRenderer>;
  readonly rosters: ReadonlyMap<string, Roster>;
  /** What is found already: nothing is said twice of one place. */
  readonly before: readonly Diagnostic[];
}

/** Stands for a value that is not known yet. What breaks a rule because of it is not a finding. */
const unknownText = '\uE000';
/** 13 digits: a number that every operation takes. */
const someKey = '2348000000000';

/** Every step's request as far as it is the same for all, held against the service's rules. */
export function checkStaticRequests(about: RenderCheck): Diagnostic[] {
  const base = baseContext(about);
  return about.campaign.steps.flatMap((step) =>
    staticViolations(about, step, base)
      .filter((violation) => !isToldAlready(about, step, violation))
      .map((violation) =>
        finding('CS4001', fieldSpan(about, step, violation.path), sentence(violation), {
          hint: hintOf(violation) ?? whatToWrite(step, violation),
        }),
      ),
  );
}

function staticViolations(about: RenderCheck, step: Step, base: RenderContext): readonly Violation[] {
  const request = about.renderers.get(step.id)?.({
    ...base,
    ...(step.forEach === undefined ? {} : { key: someKey, recipient: () => unknownText }),
  });
  if (request === undefined || request.kind === 'missing' || step.uses === 'sms.balance') return [];
  const body = withFiles(step, request.body, request.files);
  return checkRequest(step.uses, body).filter((violation) => !isUnknown(body, violation.path));
}

/** Outputs of steps that have not run, and variables that are not set here, are unknown. */
function baseContext({ inputs, env, campaign, templates }: RenderCheck): RenderContext {
  // Also of those that are not declared: that is told elsewhere, and the rest of the text is worth checking.
  const names = (root: string) =>
    templates.flatMap(({ references }) =>
      references.flatMap(({ path }) => (path[0] === root && path[1] !== undefined ? [path[1]] : [])),
    );
  const known = Object.fromEntries(names('env').map((name) => [name, env[name] || unknownText]));
  const outputs = new Map(campaign.steps.map((step) => [step.id, sampleOutputs(step)]));
  return {
    run: { id: campaign.starts?.slice(0, 10) ?? '1' },
    inputs: Object.fromEntries(names('inputs').map((name) => [name, inputs[name] ?? unknownText])),
    env: known,
    outputs: (id) => outputs.get(id),
    now: 1_700_000_000_000,
  };
}

function sampleOutputs(step: Step): Readonly<Record<string, unknown>> {
  const fields = Object.entries(operations[step.uses].outputs);
  return Object.fromEntries(
    fields.map(([name, { type }]) => [name, type === 'number' ? 1 : type === 'array' ? [] : unknownText]),
  );
}

/** The engine reads the files and names them; their checks are `load-audio.ts`'s. */
function withFiles(
  step: Step,
  body: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const whole: Record<string, unknown> = { ...body };
  for (const [field, path] of Object.entries<unknown>(files)) whole[field] = typeof path === 'string' ? 'QUJD' : path;
  const path: unknown = files['file'];
  if (step.uses === 'audio.upload' && typeof path === 'string') {
    whole['fileName'] ??= fileNameFor({
      path: path.replace(/(\.[^.]*)?$/, '.mp3'),
      contentHash: '0'.repeat(64),
      ordinal: 1,
    });
  }
  return whole;
}

function isUnknown(body: unknown, path: Path): boolean {
  const value = path.reduce<unknown>(
    (at, key) => (at as Record<string | number, unknown> | null | undefined)?.[key],
    body,
  );
  return typeof value === 'string' && value.includes(unknownText);
}

/** A finding at the same place, or above it, has said what is wrong. */
function isToldAlready(about: RenderCheck, step: Step, { path }: Violation): boolean {
  const errors = about.before.filter((one) => one.severity === 'error');
  if (isWritten(step, path)) {
    const span = fieldSpan(about, step, path);
    return errors.some(
      (one) => one.span.file === span.file && one.span.start <= span.start && one.span.end >= span.end,
    );
  }
  if (isLeftOut(about, step, path)) return true;
  const meant = `did you mean \`${String(path.at(-1))}\`?`;
  return errors.some((one) => one.code === 'CS4003' && one.hint === meant && isInStep(about, step, one));
}

/** Fields that a step per recipient fills in from the recipient's key. */
const keyFields: readonly unknown[] = ['recipient', 'to', 'number'];

/** The field would come from `account` or `forEach`, and what is written there has a wrong shape or a wrong name. */
function isLeftOut(about: RenderCheck, step: Step, [field, ...rest]: Path): boolean {
  if (about.input === about.tree.value || rest.length > 0) return false;
  const { account } = about.tree.value as { readonly account?: unknown };
  if (typeof account === 'object' && account !== null && String(field) in account) return true;
  const misshapen = (one: Diagnostic): boolean => /^CS(1005|2)/.test(one.code) && isInStep(about, step, one);
  return keyFields.includes(field) && step.forEach === undefined && about.before.some(misshapen);
}

function whatToWrite(step: Step, { path, message }: Violation): string | undefined {
  if (path.length === 1 && keyFields.includes(path[0]) && step.forEach === undefined && / required/.test(message))
    return `add \`forEach: <audience>\`, or \`${path[0]}\` under \`with\``;
  const fields = [...(requestField(step.uses, path)?.fields.keys() ?? [])];
  if (!/ must be an Object/.test(message) || fields.length === 0) return undefined;
  return `write a map: \`${String(path.at(-1))}: { ${fields[0]}: … }\``;
}

function isWritten(step: Step, path: Path): boolean {
  let parent: unknown = step.with;
  for (const key of path.slice(0, -1)) parent = (parent as Record<string | number, unknown> | undefined)?.[key];
  const last = path.at(-1);
  return typeof parent === 'object' && parent !== null && last !== undefined && last in parent;
}

/** Where a field of the body is written: under `with`, under `account`, or nowhere. */
function fieldSpan(
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

function sentence({ message, status }: Violation): string {
  const words = message.replace(/\.$/, '').replace(/^[\w.[\]]+(?= )/, (field) => `\`${field}\``);
  return `${words} (the service answers ${status})`;
}

/** Findings' hints begin small and have no full stop. */
function hintOf({ hint }: Violation): string | undefined {
  return hint === undefined ? undefined : (hint.charAt(0).toLowerCase() + hint.slice(1)).replace(/\.$/, '');
}

interface Group {
  readonly tally: Tally;
  readonly violation?: Violation;
  readonly reason?: string;
  readonly first: number;
}

/** Every request of every recipient, held against the service's rules; what is wrong is counted, with the first few lines. */
export async function checkRecipients(about: RenderCheck, files: Files, paths: CampaignPaths): Promise<Diagnostic[]> {
  const findings: Diagnostic[] = [];
  const base = baseContext(about);
  for (const step of about.campaign.steps) {
    const roster = step.forEach && about.rosters.get(step.forEach.audience);
    if (roster === undefined) continue;
    const broken = about.templatesOf.get(step.id)?.some((template) => template.problems.length > 0);
    const undefinedColumn = about.before.some((one) => one.code === 'CS3009' && isInStep(about, step, one));
    if (broken || undefinedColumn) continue;
    const groups = renderAll(about, base, step, roster).filter(
      ({ violation }) => violation === undefined || !isToldAlready(about, step, violation),
    );
    if (groups.length > 0) findings.push(...(await groupFindings(about, step, groups, files, paths)));
  }
  return findings;
}

function isInStep({ tree }: RenderCheck, step: Step, { span }: Diagnostic): boolean {
  const within = valueSpan(tree, ['steps', step.id]);
  return span.file === within.file && span.start >= within.start && span.end <= within.end;
}

function renderAll(about: RenderCheck, base: RenderContext, step: Step, roster: Roster): Group[] {
  const render = about.renderers.get(step.id)!;
  const told = new Set(staticViolations(about, step, base).map(groupId));
  const groups = new Map<string, Group>();
  const isChosen = chosenBy(step, roster);
  let index = 0;
  const context = { ...base, key: someKey, recipient: (column: string) => roster.value(index, column) };
  for (index = 0; index < roster.size; index++) {
    if (!isChosen(index)) continue;
    context.key = roster.key(index);
    const request = render(context);
    if (request.kind === 'missing') {
      // Other things that are missing are missing for all, and told where they are named.
      if (/column|rendered/.test(request.reason))
        add(groups, request.reason, { reason: request.reason }, roster, index);
    } else if (firstViolation(step.uses, request.body) !== undefined) {
      for (const violation of checkRequest(step.uses, request.body)) {
        const id = groupId(violation);
        if (!told.has(id) && !isUnknown(request.body, violation.path)) add(groups, id, { violation }, roster, index);
      }
    }
  }
  return [...groups.values()];
}

function groupId({ path, rule }: Violation): string {
  return `${rule} ${path.join('.')}`;
}

function add(
  groups: Map<string, Group>,
  id: string,
  what: Pick<Group, 'violation' | 'reason'>,
  roster: Roster,
  index: number,
): void {
  let group = groups.get(id);
  if (group === undefined) {
    group = { ...what, tally: createTally(), first: index };
    groups.set(id, group);
  }
  group.tally.add(roster.line(index));
}

async function groupFindings(
  about: RenderCheck,
  step: Step,
  groups: readonly Group[],
  files: Files,
  paths: CampaignPaths,
): Promise<Diagnostic[]> {
  const audience = about.campaign.audiences.find((one) => one.name === step.forEach?.audience)!;
  const file = { path: paths.absolute(audience.file), shown: paths.shown(audience.file), format: audience.format };
  const excerpt = await readExcerpts(
    files,
    file,
    groups.flatMap((group) => group.tally.lines),
  );
  return groups.map((group) => {
    const { violation, tally, reason } = group;
    const template = about.templates.find((one) => one.step?.id === step.id && isAt(one, violation, reason));
    const columns = columnsOf(template, reason, violation, audience.key, step);
    const related = tally.lines.map((line) => ({
      message: columns.length === 0 ? 'for this recipient' : `${listed(columns, 'and')} of this recipient`,
      span: excerpt(line, columns[0]),
    }));
    if (violation === undefined) {
      const span = template?.references.find((one) => reason?.includes(`\`${one.path[1]}\``))?.span ?? step.span;
      const message = `${counted(tally.count, 'recipient is', 'recipients are')} skipped by \`${step.id}\`: ${reason}`;
      return finding('CS6007', span, message, {
        severity: 'warning',
        hint: 'give a `default`, if there is one for everybody',
        related,
      });
    }
    const ofKey = columns.length === 1 && columns[0] === audience.key && template === undefined;
    const message = `For ${counted(tally.count, 'recipient', 'recipients')}: ${sentence(violation)}`;
    const span = template === undefined ? fieldSpan(about, step, violation.path) : valueSpan(about.tree, template.path);
    return finding('CS4002', span, message, {
      hint: violation.hint,
      related,
      ...(ofKey ? { severity: 'warning' } : {}),
    });
  });
}

/** The template that made the field, or that could not be rendered. */
function isAt(template: PlacedTemplate, violation: Violation | undefined, reason: string | undefined): boolean {
  if (violation !== undefined) return template.field.join('.') === violation.path.join('.');
  return template.references.some(
    (one) => !one.guarded && one.path[1] !== undefined && reason?.includes(`\`${one.path[1]}\``),
  );
}

function columnsOf(
  template: PlacedTemplate | undefined,
  reason: string | undefined,
  violation: Violation | undefined,
  key: string,
  step: Step,
): string[] {
  const column = /^no value in column `(.*)`$/.exec(reason ?? '')?.[1];
  if (column !== undefined) return [column];
  const read =
    template?.references.flatMap(({ path }) => (path[0] === 'recipient' && path[1] !== undefined ? [path[1]] : [])) ??
    [];
  const fromKey =
    violation !== undefined &&
    ['recipient', 'to', 'number'].includes(String(violation.path[0])) &&
    step.with[String(violation.path[0])] === undefined;
  return fromKey ? [key] : [...new Set(read)];
}
