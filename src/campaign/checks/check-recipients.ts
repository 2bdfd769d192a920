import { createTally, type Tally } from '../../audience/audience-problem.ts';
import type { Roster } from '../../audience/roster.ts';
import type { Scalar } from '../../audience/scalar.ts';
import { counted } from '../../diagnostic/count-words.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { listed } from '../../diagnostic/did-you-mean.ts';
import type { Files } from '../../platform/ports.ts';
import { countCharacters } from '../../service/operations/definition/formats.ts';
import { operations } from '../../service/operations/operations.ts';
import { type Breach, breachesOf, firstBreach } from '../../service/validate/check-request.ts';
import { audienceFile } from '../audiences/audience-file.ts';
import { type Excerpts, readExcerpts } from '../audiences/excerpt.ts';
import { isSelectedBy } from '../audiences/selection.ts';
import type { Step } from '../campaign.ts';
import { unsetVariable } from '../campaign-env.ts';
import type { CampaignPaths } from '../campaign-paths.ts';
import { formatMissing, type RenderContext } from '../request/rendering.ts';
import { writtenName } from '../rules/request-fields.ts';
import { finding, warning } from '../rules/rule.ts';
import { whyNotAt } from '../rules/windows.ts';
import { namesRead, type PlacedReference, type PlacedTemplate } from '../template/step-templates.ts';
import type { Missing, RenderFailure } from '../template/template.ts';
import { type Path, valueAt, valueSpan } from '../yaml/yaml-tree.ts';
import { type CellDoubt, cellDoubts, doubtWords } from './cell-doubts.ts';
import {
  baseContext,
  fieldSpan,
  isInStep,
  isReported,
  isUnknown,
  type RenderCheck,
  referenceSpan,
  sendTimeFinding,
  sentence,
  someKey,
  staticRequest,
} from './check-static-requests.ts';

/** Checks every request of every recipient against the service's rules; counts the breachs and keeps the first few lines. */
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
      ({ cause }) => cause.kind !== 'breach' || !isReported(about, step, cause.breach),
    );
    if (groups.length > 0) findings.push(...(await groupFindings(about, step, groups, files, paths)));
  }
  return findings;
}

/** What is wrong with the requests of some recipients. */
type Cause =
  | { readonly kind: 'breach'; readonly breach: Breach; readonly longCell?: LongCell | undefined }
  | { readonly kind: 'missing'; readonly missing: Missing }
  | { readonly kind: 'sendTime'; readonly why: string }
  | { readonly kind: 'cell'; readonly doubt: CellDoubt; readonly column: string; readonly word: string };

/** A cell that is more than half of a text with the wrong length. */
interface LongCell {
  readonly column: string;
  readonly characters: number;
}

interface Group {
  readonly cause: Cause;
  readonly tally: Tally;
}

function renderAll(about: RenderCheck, base: RenderContext, step: Step, roster: Roster): Group[] {
  const render = about.renderers.get(step.id)!;
  const forAll = staticRequest(about, step, base);
  const reported = new Set(forAll.breaches.map(groupId));
  const groups = new Map<string, Group>();
  const isSelected = isSelectedBy(step, roster);
  const taken = createTakenNames(step);
  let index = 0;
  const add = (id: string, cause: Cause): void => {
    const group = groups.get(id) ?? { cause, tally: createTally() };
    groups.set(id, group);
    group.tally.add(roster.line(index));
  };
  const doubtOf = cellDoubts(about.templatesOf.get(step.id) ?? []);
  const doubtful = new Map<string, { readonly doubt: CellDoubt; readonly word: string }>();
  const recipient = (column: string) => {
    const value = roster.value(index, column);
    const doubt = doubtOf(column, value);
    if (doubt !== undefined) doubtful.set(column, { doubt, word: String(value) });
    return value;
  };
  const context = { ...base, key: someKey, recipient };
  for (index = 0; index < roster.size; index++) {
    if (!isSelected(index)) continue;
    context.key = roster.key(index);
    doubtful.clear();
    const request = render(context);
    if (request.kind === 'missing') {
      const { missing } = request;
      if (isOfRecipient(missing)) add(formatMissing(missing), { kind: 'missing', missing });
      continue;
    }
    for (const [column, found] of doubtful) add(`${found.doubt} ${column}`, { kind: 'cell', column, ...found });
    const breach = taken(request.body);
    if (breach !== undefined) add(groupId(breach), { kind: 'breach', breach });
    if (firstBreach(step.uses, request.body) === undefined) {
      const why = forAll.sendTime === undefined ? whyNotAt(about.campaign, step, request.body['sendTime']) : undefined;
      if (why !== undefined) add(`sendTime ${why}`, { kind: 'sendTime', why });
    } else {
      for (const breach of breachesOf(step.uses, request.body)) {
        const id = groupId(breach);
        if (reported.has(id) || isUnknown(request.body, breach.path)) continue;
        const longCell = groups.has(id) ? undefined : longCellIn(about, step, breach, request.body, recipient);
        add(id, { kind: 'breach', breach, longCell });
      }
    }
  }
  return [...groups.values()];
}

/** Other missing values are missing for all recipients and are reported at their own place. */
function isOfRecipient({ path: [root], failure }: Missing): boolean {
  return failure !== undefined || root === 'recipient' || root === 'env';
}

const failureHints: Readonly<Record<RenderFailure['kind'], string | undefined>> = {
  notANumber: 'write digits, with a point before decimals and nothing else',
  zero: 'calculate only where there is something to divide by: `{% if … != 0 %}`',
  other: undefined,
};

/** Reports a request with the same natural key as an earlier one. Default natural keys are all different. */
function createTakenNames(step: Step): (body: Readonly<Record<string, unknown>>) => Breach | undefined {
  const written = writtenName(step);
  if (written === undefined) return () => undefined;
  const { name, takenStatus } = written;
  const taken = new Set<unknown>();
  const breach: Breach = {
    path: [name],
    status: takenStatus,
    rule: 'name.taken',
    kind: 'test',
    type: undefined,
    requirement: "is the same as another recipient's",
    found: undefined,
    hint: `leave \`${name}\` out to get a different one for each recipient`,
  };
  return (body) => {
    const value = body[name];
    if (isUnknown(body, [name]) || !taken.has(value)) {
      taken.add(value);
      return undefined;
    }
    return breach;
  };
}

/** The cell that makes a text too long; the template is not to blame. */
function longCellIn(
  { templatesOf }: RenderCheck,
  step: Step,
  { kind, path }: Breach,
  body: Readonly<Record<string, unknown>>,
  recipient: (column: string) => Scalar | undefined,
): LongCell | undefined {
  if (kind !== 'length') return undefined;
  const whole = countCharacters(String(valueAt(body, path)));
  const template = templatesOf.get(step.id)?.find(({ field }) => field.join('.') === path.join('.'));
  const cells = readColumns(template).map((column) => ({
    column,
    characters: countCharacters(String(recipient(column) ?? '')),
  }));
  return cells.find(({ characters }) => 2 * characters > whole);
}

function groupId({ path, rule }: Breach): string {
  return `${rule} ${path.join('.')}`;
}

async function groupFindings(
  about: RenderCheck,
  step: Step,
  groups: readonly Group[],
  files: Files,
  paths: CampaignPaths,
): Promise<Diagnostic[]> {
  const audience = about.campaign.audiences.find((one) => one.name === step.forEach?.audience)!;
  const excerpt = await readExcerpts(
    files,
    audienceFile(audience, paths),
    groups.flatMap((group) => group.tally.lines),
  );
  return groups.map(({ cause, tally }) => {
    if (cause.kind === 'cell') return cellFinding(about, step, { ...cause, tally }, excerpt);
    if (cause.kind === 'sendTime') {
      const [column] = readColumns(
        about.templates.find((one) => one.step?.id === step.id && isField(one, ['sendTime'])),
      );
      const related = tally.lines.map((line) => ({ message: 'for this recipient', span: excerpt(line, column) }));
      return sendTimeFinding(
        about,
        step,
        `For ${counted(tally.count, 'recipient')}: \`sendTime\` is ${cause.why}`,
        related,
      );
    }
    if (cause.kind === 'missing' && cause.missing.path[0] === 'env' && cause.missing.failure === undefined)
      return unsetVariable(cause.missing.path[1]!, referenceSpan(about, step, cause.missing.path), 'error');
    const template = about.templates.find((one) => one.step?.id === step.id && isAt(one, cause));
    const columns =
      cause.kind === 'breach'
        ? cause.longCell !== undefined
          ? [cause.longCell.column]
          : columnsOf(template, cause.breach, audience.key, step)
        : columnsMissing(cause.missing, step);
    const related = tally.lines.map((line) => ({
      message: columns.length === 0 ? 'for this recipient' : `${listed(columns, 'and')} of this recipient`,
      span: excerpt(line, columns[0]),
    }));
    if (cause.kind === 'missing') {
      const span = template?.references.find((one) => isMissingAt(one, cause.missing))?.span ?? step.span;
      const message = `\`${step.id}\` skips ${counted(tally.count, 'recipient')}: ${formatMissing(cause.missing)}`;
      const { failure } = cause.missing;
      if (failure !== undefined) {
        const isForAll = columns.length === 0;
        const hint = failureHints[failure.kind];
        return isForAll ? finding('CS3035', span, message, { hint }) : warning('CS6075', span, message, hint, related);
      }
      return warning('CS6007', span, message, 'add a `default` to the template if one value suits everyone', related);
    }
    const { breach, longCell } = cause;
    const ofKey = columns.length === 1 && columns[0] === audience.key && template === undefined;
    const part =
      longCell === undefined ? '' : `; ${longCell.characters} of them are the value in column \`${longCell.column}\``;
    const message = `For ${counted(tally.count, 'recipient')}: ${sentence(breach)}${part}`;
    const span = template === undefined ? fieldSpan(about, step, breach.path) : valueSpan(about.tree, template.path);
    return finding('CS4002', span, message, {
      hint: longCell === undefined ? breach.hint : 'shorten these cells, or cut them in the template with `truncate`',
      related,
      severity: ofKey ? 'warning' : 'error',
    });
  });
}

function cellFinding(
  { templatesOf }: RenderCheck,
  step: Step,
  { column, word, doubt, tally }: Omit<Extract<Cause, { kind: 'cell' }>, 'kind'> & { readonly tally: Tally },
  excerpt: Excerpts,
): Diagnostic {
  const references = templatesOf.get(step.id)?.flatMap((template) => template.references) ?? [];
  const isOfColumn = ({ path }: PlacedReference) => path[0] === 'recipient' && path[1] === column;
  const uses = references.filter(isOfColumn);
  const span = (uses.find(({ use }) => use === (doubt === 'yesOrNo' ? 'asked' : 'printed')) ?? uses[0])?.span;
  const have = counted(tally.count, 'recipient has', 'recipients have');
  const [code, message, hint] = doubtWords[doubt](word, { have, column, step: step.id });
  const related = tally.lines.map((line) => ({
    message: `\`${column}\` of this recipient`,
    span: excerpt(line, column),
  }));
  return warning(code, span ?? step.span, message, hint, related);
}

/** The template that made the field, or that could not be rendered. */
function isAt(template: PlacedTemplate, cause: Exclude<Cause, { kind: 'cell' | 'sendTime' }>): boolean {
  if (cause.kind === 'breach') return isField(template, cause.breach.path);
  const { missing } = cause;
  const { failure } = missing;
  if (failure?.kind === 'other') return false;
  if (failure !== undefined && failure.by !== '==' && !template.text.includes(failure.by)) return false;
  return template.references.some((one) => (failure !== undefined || !one.guarded) && isMissingAt(one, missing));
}

function isField({ field }: PlacedTemplate, path: Path): boolean {
  return field.join('.') === path.join('.');
}

function isMissingAt({ path }: PlacedReference, { path: missing, failure }: Missing): boolean {
  if (failure === undefined) return path[0] === 'recipient' && path[1] === missing[1];
  return failure.kind !== 'other' && (missing.length === 0 || path.join('.') === missing.join('.'));
}

function columnsMissing({ path: [root, column] }: Missing, step: Step): readonly string[] {
  if (root === undefined) return step.reads.cells;
  return root === 'recipient' && column !== undefined ? [column] : [];
}

function columnsOf(template: PlacedTemplate | undefined, { path }: Breach, key: string, step: Step): readonly string[] {
  const field = operations[step.uses].recipientField;
  const isFromKey = field !== undefined && path[0] === field && step.with[field] === undefined;
  return isFromKey ? [key] : readColumns(template);
}

function readColumns(template: PlacedTemplate | undefined): readonly string[] {
  return namesRead('recipient', template?.references ?? []);
}
