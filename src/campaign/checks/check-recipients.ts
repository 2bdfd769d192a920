import { createTally, type Tally } from '../../audience/audience-problem.ts';
import type { Roster } from '../../audience/roster.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { listed } from '../../diagnostic/did-you-mean.ts';
import type { Files } from '../../platform/ports.ts';
import { checkRequest, firstViolation, type Violation } from '../../service/validate/check-request.ts';
import { counted } from '../audiences/audience-findings.ts';
import { type Excerpts, readExcerpts } from '../audiences/excerpt.ts';
import { isSelectedBy } from '../audiences/selection.ts';
import type { Step } from '../campaign.ts';
import type { CampaignPaths } from '../campaign-paths.ts';
import type { RenderContext } from '../request/rendering.ts';
import { takenStatus, writtenName } from '../rules/names-are-taken-once.ts';
import { finding } from '../rules/rule.ts';
import type { PlacedTemplate } from '../template/step-templates.ts';
import { valueSpan } from '../yaml/yaml-tree.ts';
import {
  baseContext,
  fieldSpan,
  isInStep,
  isReported,
  isUnknown,
  type RenderCheck,
  readSpan,
  sentence,
  someKey,
  staticViolations,
} from './check-static-requests.ts';
import { isPlaceholder } from './placeholders.ts';
import { unsetVariable } from './unset-variables.ts';

/** Checks every request of every recipient against the service's rules; counts the violations and keeps the first few lines. */
export async function checkRecipients(about: RenderCheck, files: Files, paths: CampaignPaths): Promise<Diagnostic[]> {
  const findings: Diagnostic[] = [];
  const base = baseContext(about);
  for (const step of about.campaign.steps) {
    const roster = step.forEach && about.rosters.get(step.forEach.audience);
    if (roster === undefined) continue;
    const broken = about.templatesOf.get(step.id)?.some((template) => template.problems.length > 0);
    const undefinedName = about.before.some((one) => /^CS300[89]$/.test(one.code) && isInStep(about, step, one));
    if (broken || undefinedName) continue;
    const groups = renderAll(about, base, step, roster).filter(
      ({ violation }) => violation === undefined || !isReported(about, step, violation),
    );
    if (groups.length > 0) findings.push(...(await groupFindings(about, step, groups, files, paths)));
  }
  return findings;
}

interface Group {
  readonly tally: Tally;
  readonly violation?: Violation;
  readonly reason?: string;
  /** The environment variable that is not set, if that is the reason. */
  readonly variable?: string | undefined;
  /** A placeholder such as `NULL` that a template would send. */
  readonly placeholder?: { readonly column: string; readonly word: string };
  readonly first: number;
}

function renderAll(about: RenderCheck, base: RenderContext, step: Step, roster: Roster): Group[] {
  const render = about.renderers.get(step.id)!;
  const reported = new Set(staticViolations(about, step, base).map(groupId));
  const groups = new Map<string, Group>();
  const isSelected = isSelectedBy(step, roster);
  const taken = createTakenNames(step);
  let index = 0;
  const placeholders = new Map<string, string>();
  const recipient = (column: string) => {
    const value = roster.value(index, column);
    if (isPlaceholder(value)) placeholders.set(column, value);
    return value;
  };
  const context = { ...base, key: someKey, recipient };
  for (index = 0; index < roster.size; index++) {
    if (!isSelected(index)) continue;
    context.key = roster.key(index);
    placeholders.clear();
    const request = render(context);
    if (request.kind === 'missing') {
      // Other missing values are missing for all recipients and are reported at their own place.
      const { reason, variable } = request;
      if (variable !== undefined || /column|rendered/.test(reason))
        add(groups, reason, { reason, variable }, roster, index);
      continue;
    }
    for (const [column, word] of placeholders)
      add(groups, `placeholder ${column}`, { placeholder: { column, word } }, roster, index);
    const violation = taken(request.body);
    if (violation !== undefined) add(groups, groupId(violation), { violation }, roster, index);
    if (firstViolation(step.uses, request.body) !== undefined) {
      for (const violation of checkRequest(step.uses, request.body)) {
        const id = groupId(violation);
        if (!reported.has(id) && !isUnknown(request.body, violation.path))
          add(groups, id, { violation }, roster, index);
      }
    }
  }
  return [...groups.values()];
}

/** Reports a request with the same natural key as an earlier one. Default natural keys are all different. */
function createTakenNames(step: Step): (body: Readonly<Record<string, unknown>>) => Violation | undefined {
  const name = writtenName(step)?.name;
  if (name === undefined) return () => undefined;
  const taken = new Set<unknown>();
  const violation: Violation = {
    path: [name],
    status: takenStatus[name],
    rule: 'name.taken',
    message: `${name} is the same as another recipient's.`,
    hint: `leave \`${name}\` out to get a different one for each recipient`,
  };
  return (body) => {
    const value = body[name];
    if (isUnknown(body, [name]) || !taken.has(value)) {
      taken.add(value);
      return undefined;
    }
    return violation;
  };
}

function groupId({ path, rule }: Violation): string {
  return `${rule} ${path.join('.')}`;
}

function add(
  groups: Map<string, Group>,
  id: string,
  what: Pick<Group, 'violation' | 'reason' | 'variable' | 'placeholder'>,
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
    const { violation, tally, reason, variable, placeholder } = group;
    if (variable !== undefined) return unsetVariable(variable, readSpan(about, step, variable), 'error');
    if (placeholder !== undefined) return placeholderFinding(about, step, { placeholder, tally }, excerpt);
    const template = about.templates.find((one) => one.step?.id === step.id && isAt(one, violation, reason));
    const columns = columnsOf(template, reason, violation, audience.key, step);
    const related = tally.lines.map((line) => ({
      message: columns.length === 0 ? 'for this recipient' : `${listed(columns, 'and')} of this recipient`,
      span: excerpt(line, columns[0]),
    }));
    if (violation === undefined) {
      const span = template?.references.find((one) => reason?.includes(`\`${one.path[1]}\``))?.span ?? step.span;
      const message = `\`${step.id}\` skips ${counted(tally.count, 'recipient', 'recipients')}: ${reason}`;
      return finding('CS6007', span, message, {
        severity: 'warning',
        hint: 'add a `default` to the template if one value suits everyone',
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

function placeholderFinding(
  { templatesOf }: RenderCheck,
  step: Step,
  { placeholder: { column, word }, tally }: Required<Pick<Group, 'placeholder' | 'tally'>>,
  excerpt: Excerpts,
): Diagnostic {
  const references = templatesOf.get(step.id)?.flatMap((template) => template.references) ?? [];
  const span = references.find(({ path }) => path[0] === 'recipient' && path[1] === column)?.span ?? step.span;
  const message = `${counted(tally.count, 'recipient has', 'recipients have')} a placeholder such as \`${word}\` in \`${column}\`, and \`${step.id}\` would send it`;
  return finding('CS6017', span, message, {
    severity: 'warning',
    hint: 'clear these cells, and give the template a `default`',
    related: tally.lines.map((line) => ({ message: `\`${column}\` of this recipient`, span: excerpt(line, column) })),
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
