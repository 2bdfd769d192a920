import { createTally, type Tally } from '../../audience/audience-problem.ts';
import type { Roster } from '../../audience/roster.ts';
import type { Scalar } from '../../audience/scalar.ts';
import type { DiagnosticCode } from '../../diagnostic/codes.ts';
import { counted } from '../../diagnostic/count-words.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { listed } from '../../diagnostic/did-you-mean.ts';
import { maskNumbers } from '../../diagnostic/numbers-in-text.ts';
import type { Files } from '../../platform/ports.ts';
import { countCharacters } from '../../service/operations/definition/formats.ts';
import { operations } from '../../service/operations/operations.ts';
import { type Breach, breachesOf, firstBreach } from '../../service/validate/check-request.ts';
import { audienceFile } from '../audiences/audience-file.ts';
import { type Excerpts, readExcerpts } from '../audiences/excerpt.ts';
import { isSelectedBy } from '../audiences/selection.ts';
import type { Step } from '../campaign.ts';
import type { CampaignPaths } from '../campaign-paths.ts';
import { formatMissing, type MissingValue } from '../request/missing-value.ts';
import type { RenderContext } from '../request/rendering.ts';
import { whyNotAt } from '../rules/calling-periods.ts';
import { escapeIn } from '../rules/escapes.ts';
import { writtenName } from '../rules/names-are-taken-once.ts';
import { variableOf } from '../rules/not-quite-templates.ts';
import { finding } from '../rules/rule.ts';
import type { PlacedReference, PlacedTemplate } from '../template/step-templates.ts';
import { type Path, valueAt, valueSpan } from '../yaml/yaml-tree.ts';
import { type CellDoubt, cellDoubts } from './cell-doubts.ts';
import {
  baseContext,
  fieldSpan,
  isInStep,
  isReported,
  isUnknown,
  type RenderCheck,
  readSpan,
  sendTimeFinding,
  sentence,
  someKey,
  staticBreaches,
  whyNoneAt,
} from './check-static-requests.ts';
import { garbledPart } from './garbled-text.ts';
import { placeholderIn } from './placeholders.ts';
import { unsetVariable } from './unset-variables.ts';

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
  | { readonly kind: 'missing'; readonly missing: MissingValue }
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
  const reported = new Set(staticBreaches(about, step, base).map(groupId));
  const groups = new Map<string, Group>();
  const isSelected = isSelectedBy(step, roster);
  const taken = createTakenNames(step);
  let index = 0;
  const doubtOf = cellDoubts(about.templatesOf.get(step.id) ?? []);
  const doubtful = new Map<string, { readonly doubt: CellDoubt; readonly word: string }>();
  const recipient = (column: string) => {
    const value = roster.value(index, column);
    const doubt = doubtOf(column, value);
    if (doubt !== undefined) doubtful.set(column, { doubt, word: String(value) });
    return value;
  };
  const context = { ...base, key: someKey, recipient };
  const hasOwnTimes = whyNoneAt(about, step, base) === undefined;
  for (index = 0; index < roster.size; index++) {
    if (!isSelected(index)) continue;
    context.key = roster.key(index);
    doubtful.clear();
    const request = render(context);
    if (request.kind === 'missing') {
      // Other missing values are missing for all recipients and are reported at their own place.
      const { missing } = request;
      if (isOfRecipient(missing)) add(groups, formatMissing(missing), { kind: 'missing', missing }, roster, index);
      continue;
    }
    for (const [column, found] of doubtful)
      add(groups, `${found.doubt} ${column}`, { kind: 'cell', column, ...found }, roster, index);
    const breach = taken(request.body);
    if (breach !== undefined) add(groups, groupId(breach), { kind: 'breach', breach }, roster, index);
    if (firstBreach(step.uses, request.body) === undefined) {
      const why = hasOwnTimes ? whyNotAt(about.campaign, step, request.body['sendTime']) : undefined;
      if (why !== undefined) add(groups, `sendTime ${why}`, { kind: 'sendTime', why }, roster, index);
    } else {
      for (const breach of breachesOf(step.uses, request.body)) {
        const id = groupId(breach);
        if (reported.has(id) || isUnknown(request.body, breach.path)) continue;
        const longCell = groups.has(id) ? undefined : longCellIn(about, step, breach, request.body, recipient);
        add(groups, id, { kind: 'breach', breach, longCell }, roster, index);
      }
    }
  }
  return [...groups.values()];
}

/** Other missing values are missing for all recipients. */
function isOfRecipient({ kind }: MissingValue): boolean {
  return kind === 'variable' || kind === 'column' || kind === 'notANumber' || kind === 'zero' || kind === 'failure';
}

function isUnusable(missing: MissingValue): missing is Extract<MissingValue, { kind: 'notANumber' | 'zero' }> {
  return missing.kind === 'notANumber' || missing.kind === 'zero';
}

const unusableHints: ReadonlyMap<MissingValue['kind'], string> = new Map([
  ['notANumber', 'write digits, with a point before decimals and nothing else'],
  ['zero', 'calculate only where there is something to divide by: `{% if … != 0 %}`'],
]);

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

function add(groups: Map<string, Group>, id: string, cause: Cause, roster: Roster, index: number): void {
  let group = groups.get(id);
  if (group === undefined) {
    group = { cause, tally: createTally() };
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
    if (cause.kind === 'missing' && cause.missing.kind === 'variable')
      return unsetVariable(cause.missing.name, readSpan(about, step, cause.missing.name), 'error');
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
      if (isUnusable(cause.missing) || cause.missing.kind === 'failure') {
        const isForAll = columns.length === 0;
        const hint = unusableHints.get(cause.missing.kind);
        return finding(isForAll ? 'CS3035' : 'CS6075', span, message, {
          severity: isForAll ? 'error' : 'warning',
          hint,
          related: isForAll ? [] : related,
        });
      }
      return finding('CS6007', span, message, {
        severity: 'warning',
        hint: 'add a `default` to the template if one value suits everyone',
        related,
      });
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
  const [code, message, hint] = ((): [DiagnosticCode, string, string] => {
    switch (doubt) {
      case 'placeholder':
        return [
          'CS6017',
          `${have} a placeholder such as \`${placeholderIn(word)}\` in \`${column}\`, and \`${step.id}\` would send it`,
          'clear these cells, and give the template a `default`',
        ];
      case 'garbled':
        return [
          'CS6042',
          `${have} garbled text such as \`${garbledPart(word)}\` in \`${column}\`, and \`${step.id}\` would send it`,
          'export the list again from its source, as UTF-8 and without HTML',
        ];
      case 'nested':
        return [
          'CS6044',
          `${have} a list or an object such as \`${maskNumbers(word).slice(0, 40)}\` in \`${column}\`, and \`${step.id}\` would send it`,
          'select one value of it, as a column of its own',
        ];
      case 'escape':
        return [
          'CS6076',
          `${have} \`${escapeIn(word)?.written}\` in \`${column}\`, and \`${step.id}\` would send the backslash`,
          'write the character itself in these cells; a cell with several lines needs quotes',
        ];
      case 'yesOrNo':
        return [
          'CS6077',
          `${have} \`${word}\` in \`${column}\`, and this condition asks only whether there is a value`,
          `compare the cell, such as \`${variableOf(column)} != '${word}'\``,
        ];
      default:
        return doubt satisfies never;
    }
  })();
  return finding(code, span ?? step.span, message, {
    severity: 'warning',
    hint,
    related: tally.lines.map((line) => ({ message: `\`${column}\` of this recipient`, span: excerpt(line, column) })),
  });
}

/** The template that made the field, or that could not be rendered. */
function isAt(template: PlacedTemplate, cause: Exclude<Cause, { kind: 'cell' | 'sendTime' }>): boolean {
  if (cause.kind === 'breach') return isField(template, cause.breach.path);
  const { missing } = cause;
  if (isUnusable(missing) && missing.by !== '==' && !template.text.includes(missing.by)) return false;
  return template.references.some((one) => (isUnusable(missing) || !one.guarded) && isMissingAt(one, missing));
}

function isField({ field }: PlacedTemplate, path: Path): boolean {
  return field.join('.') === path.join('.');
}

function isMissingAt({ path }: PlacedReference, missing: MissingValue): boolean {
  if (isUnusable(missing)) return missing.path.length === 0 || path.join('.') === missing.path.join('.');
  return missing.kind === 'column' && path[0] === 'recipient' && path[1] === missing.column;
}

function columnsMissing(missing: MissingValue, step: Step): readonly string[] {
  if (missing.kind === 'column') return [missing.column];
  if (!isUnusable(missing) || missing.path.length === 0) return step.reads.cells;
  const [root, column] = missing.path;
  return root === 'recipient' && column !== undefined ? [column] : [];
}

function columnsOf(template: PlacedTemplate | undefined, { path }: Breach, key: string, step: Step): string[] {
  const field = operations[step.uses].recipientField;
  const isFromKey = field !== undefined && path[0] === field && step.with[field] === undefined;
  return isFromKey ? [key] : readColumns(template);
}

function readColumns(template: PlacedTemplate | undefined): string[] {
  const references = template?.references ?? [];
  const names = references.flatMap(({ path: [root, name] }) =>
    root === 'recipient' && name !== undefined ? [name] : [],
  );
  return [...new Set(names)];
}
