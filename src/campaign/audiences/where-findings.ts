import { hasColumn } from '../../audience/comparable.ts';
import type { Roster } from '../../audience/roster.ts';
import type { ConditionCount } from '../../audience/where/where-judge.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { didYouMean } from '../../diagnostic/did-you-mean.ts';
import type { Files } from '../../platform/ports.ts';
import { finding, type RuleInput } from '../rules/rule.ts';
import { type Path, valueAt, valueSpan } from '../yaml/yaml-tree.ts';
import { counted } from './audience-findings.ts';
import { type ListedFile, readExcerpts, relatedLines } from './excerpt.ts';
import { comparedAs, formatCondition } from './mismatch.ts';
import { countRecipients } from './selection-counts.ts';

/** Conditions of `where` that cannot be compared with the cells of their column, or that no row meets. */
export async function whereFindings(
  files: Files,
  file: ListedFile,
  about: RuleInput,
  { name, header, roster }: { readonly name: string; readonly header: readonly string[]; readonly roster: Roster },
): Promise<Diagnostic[]> {
  const findings: Diagnostic[] = [];
  const add = async (counts: readonly ConditionCount[], at: Path): Promise<void> => {
    const reported = new Set<string>();
    const isFirst = ({ column, condition }: ConditionCount): boolean => {
      const comparison = `${comparedAs(condition)} ${column}`;
      return !reported.has(comparison) && reported.add(comparison) !== undefined;
    };
    // A column that is not in the file has its own finding, and a list without rows too.
    for (const count of counts.filter(({ column, seen }) => hasColumn(header, column) && seen.length > 0))
      findings.push(
        ...(count.unreadable.count > 0 && isFirst(count) ? await uncompared(files, file, about, count, at) : []),
        ...unused(about, file.shown, count, at),
        ...withoutRow(about, file.shown, count, at),
      );
  };
  await add(roster.conditions, ['audiences', name, 'where']);
  for (const { id, forEach } of about.campaign.steps)
    if (forEach?.audience === name)
      await add(countRecipients(forEach.where, roster), ['steps', id, 'forEach', 'where']);
  return findings;
}

async function uncompared(
  files: Files,
  file: ListedFile,
  { tree }: RuleInput,
  { column, condition, compared, unreadable, seen }: ConditionCount,
  at: Path,
): Promise<Diagnostic[]> {
  const wanted = comparedAs(condition);
  const hint =
    wanted === 'number'
      ? 'write numbers such as `1200` or `12.5`, without a unit'
      : 'write `2026-11-22`, `2026-11-22 18:30`, `2026-11-22T18:30:00+01:00`, or seconds since 1970';
  const span = valueSpan(tree, conditionPath(tree, at, column, condition.kind));
  if (compared === 0) {
    const example = seen.find((one) => one !== '') ?? '';
    const message = `\`${condition.kind}\` compares a ${wanted}, but \`${column}\` of \`${file.shown}\` has none: it has texts such as \`${example.slice(0, 40)}\``;
    return [
      finding('CS6020', span, message, { hint: `compare texts with \`oneOf\`, \`not\` or \`matches\`, or ${hint}` }),
    ];
  }
  const excerpt = await readExcerpts(files, file, unreadable.lines);
  const cell = (line: number) => excerpt(line, column);
  const message = `${counted(unreadable.count, 'row has', 'rows have')} no ${wanted} in \`${column}\`, which \`${condition.kind}\` compares`;
  const related = relatedLines(unreadable.lines, cell, span);
  const left = unreadable.count === 1 ? 'this row is left out' : 'these rows are left out';
  return [
    finding('CS6020', cell(unreadable.lines[0]!), message, { severity: 'warning', hint: `${hint}; ${left}`, related }),
  ];
}

/** More values of one condition would be a list of its own. */
const unusedMax = 10;

function unused({ tree }: RuleInput, shown: string, count: ConditionCount, at: Path): Diagnostic[] {
  const { column, condition, seen } = count;
  const isPattern = condition.kind === 'matches' || condition.kind === 'notMatches';
  return count.unused.slice(0, unusedMax).map((value) => {
    const path = valuePath(tree, conditionPath(tree, at, column, condition.kind), value);
    const message = isPattern
      ? `No row of \`${shown}\` has a text like \`${value}\` in \`${column}\``
      : `No row of \`${shown}\` has ${value === '' ? 'an empty cell' : `\`${value}\``} in \`${column}\``;
    const meant =
      isPattern || value === ''
        ? undefined
        : didYouMean(
            value,
            seen.filter((one) => one !== value),
          );
    return finding('CS6021', valueSpan(tree, path), message, {
      severity: 'warning',
      hint: meant === undefined ? undefined : { kind: 'meant', word: meant },
    });
  });
}

/** A comparison; values and patterns that no row has are named one by one. */
function withoutRow({ tree }: RuleInput, shown: string, count: ConditionCount, at: Path): Diagnostic[] {
  const { column, condition, isMet, compared } = count;
  if ('values' in condition || isMet || compared === 0) return [];
  const span = valueSpan(tree, conditionPath(tree, at, column, condition.kind));
  const message = `In no row of \`${shown}\` is \`${column}\` ${formatCondition(condition)}`;
  return [finding('CS6021', span, message, { severity: 'warning' })];
}

function conditionPath(
  tree: RuleInput['tree'],
  at: Path,
  column: string,
  kind: ConditionCount['condition']['kind'],
): Path {
  const written = valueAt(tree.value, [...at, column]);
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return [...at, column];
  return kind === 'notMatches' ? [...at, column, 'not', 'matches'] : [...at, column, kind];
}

/** The place of one value of a list. */
function valuePath(tree: RuleInput['tree'], path: Path, value: string): Path {
  const written = valueAt(tree.value, path);
  const index = Array.isArray(written) ? written.findIndex((one) => String(one) === value) : -1;
  return index === -1 ? path : [...path, index];
}
