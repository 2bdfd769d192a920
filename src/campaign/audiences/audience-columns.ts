import { hasColumn } from '../../audience/comparable.ts';
import type { Roster } from '../../audience/roster.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { didYouMean, type Suggestion } from '../../diagnostic/did-you-mean.ts';
import type { Span } from '../../diagnostic/source-file.ts';
import type { Files } from '../../platform/ports.ts';
import type { Audience, LastInbound } from '../campaign.ts';
import { columnPlaceholders } from '../rules/not-quite-templates.ts';
import { finding, type RuleInput, warning } from '../rules/rule.ts';
import { firstWord } from '../rules/template-references.ts';
import type { PlacedReference, PlacedTemplate } from '../template/step-templates.ts';
import { keySpan, type Path, valueAt, valueSpan } from '../yaml/yaml-tree.ts';
import { counted } from './audience-findings.ts';
import type { ListedFile } from './excerpt.ts';
import { missingColumnHint } from './missing-column.ts';
import { neverOpenFindings } from './never-open-findings.ts';
import { countryFindings, lastInboundFindings, zoneFindings } from './time-findings.ts';
import { whereFindings } from './where-findings.ts';

/** Columns of an audience that the campaign refers to anywhere. */
export function columnsOf(about: RuleInput, audience: Audience): string[] {
  const steps = about.campaign.steps.filter((step) => step.forEach?.audience === audience.name);
  const ids = new Set(steps.map((step) => step.id));
  const fromTemplates = about.templates
    .filter((template) => template.step && ids.has(template.step.id))
    .flatMap((template) =>
      template.references.flatMap(({ path }) => (path[0] === 'recipient' && path[1] !== undefined ? [path[1]] : [])),
    );
  return [
    ...new Set([
      ...fromTemplates,
      ...('column' in audience.timezone ? [audience.timezone.column] : []),
      ...(audience.lastInbound === undefined ? [] : [audience.lastInbound.column]),
      ...(audience.countryColumn === undefined ? [] : [audience.countryColumn]),
      ...Object.keys(audience.where),
      ...steps.flatMap((step) => Object.keys(step.forEach?.where ?? {})),
    ]),
  ];
}

/** Findings about columns that the file does not have, about zones and instants in columns, and about an empty audience. */
export async function columnFindings(
  files: Files,
  file: ListedFile,
  about: RuleInput & { readonly isAhead: ((cell: string, lastInbound: LastInbound) => boolean) | undefined },
  audience: Audience,
  header: readonly string[],
  /** Undefined where no rows were read. */
  roster: Roster | undefined,
): Promise<Diagnostic[]> {
  const findings = [
    ...namedColumns(about, audience, header),
    ...templateColumns(about, audience, header, file.shown),
    ...columnPlaceholders(about, audience.name, header),
  ];
  if (roster === undefined) return findings;
  const at: Path = ['audiences', audience.name];
  findings.push(...(await whereFindings(files, file, about, { name: audience.name, header, roster })));
  if (roster.size === 0)
    findings.push(
      warning('CS6009', keySpan(about.tree, at), `\`${audience.name}\` has no recipients${whyNobody(roster)}`),
    );
  const read = { files, file, roster };
  findings.push(...(await zoneFindings(read, about, audience, header)));
  findings.push(...(await neverOpenFindings(read, about, audience)));
  findings.push(...(await countryFindings(read, about, audience, header)));
  const { lastInbound } = audience;
  if (lastInbound !== undefined && hasColumn(header, lastInbound.column))
    findings.push(...(await lastInboundFindings(read, about, { ...audience, lastInbound }, about.isAhead)));
  return findings;
}

const whyLeft: readonly (readonly [why: keyof Roster['left'], one: string, many: string])[] = [
  ['where', 'row does not match `where`', 'rows do not match `where`'],
  ['exclude', 'row is excluded', 'rows are excluded'],
  ['duplicate', 'row is repeated', 'rows are repeated'],
  ['invalid', 'row has no usable number', 'rows have no usable number'],
  ['forgotten', 'row was forgotten', 'rows were forgotten'],
];

function whyNobody({ left }: Roster): string {
  const reasons = whyLeft.flatMap(([why, one, many]) => (left[why] > 0 ? [counted(left[why], one, many)] : []));
  return reasons.length === 0 ? '' : `: ${reasons.join(', ')}`;
}

/** `timezone`, `lastInbound` and `where` name columns of the file. */
function namedColumns(about: RuleInput, audience: Audience, header: readonly string[]): Diagnostic[] {
  const at: Path = ['audiences', audience.name];
  const { timezone, lastInbound, countryColumn, where } = audience;
  const value = (path: Path): Span => valueSpan(about.tree, path);
  const keys = (conditions: Audience['where'], path: Path) =>
    Object.keys(conditions).map((column) => [column, keySpan(about.tree, [...path, 'where', column])] as const);
  const named: readonly (readonly [column: string, span: Span])[] = [
    ...('column' in timezone ? [[timezone.column, value([...at, 'timezone', 'column'])] as const] : []),
    ...(lastInbound === undefined ? [] : [[lastInbound.column, value(lastInboundPath(about, at))] as const]),
    ...(countryColumn === undefined ? [] : [[countryColumn, value([...at, 'country', 'column'])] as const]),
    ...keys(where, at),
    ...about.campaign.steps.flatMap(({ id, forEach }) =>
      forEach?.audience === audience.name ? keys(forEach.where, ['steps', id, 'forEach']) : [],
    ),
  ];
  return named
    .filter(([column]) => !hasColumn(header, column))
    .map(([column, span]) =>
      finding(
        'CS6008',
        span,
        `\`${audience.source === undefined ? audience.file : 'columns'}\` has no column \`${column}\``,
        { hint: missingColumnHint(column, header, about) },
      ),
    );
}

/** The column alone, or one of several keys. */
function lastInboundPath({ tree }: RuleInput, at: Path): Path {
  const path = [...at, 'lastInbound'];
  return typeof valueAt(tree.value, path) === 'string' ? path : [...path, 'column'];
}

function templateColumns(about: RuleInput, audience: Audience, header: readonly string[], shown: string): Diagnostic[] {
  return about.templates
    .filter((template) => template.step?.forEach?.audience === audience.name)
    .flatMap((template) => template.references.filter((one) => !isFirstWord(template, one)))
    .filter(({ path }) => path[0] === 'recipient' && path[1] !== undefined && !hasColumn(header, path[1]))
    .map(({ path, span }) =>
      finding('CS3009', span, `\`${shown}\` has no column \`${path[1]}\``, {
        hint: columnHint(about, path[1]!, header),
      }),
    );
}

/** Of `recipient.First name`, which is reported at its second word. */
function isFirstWord(template: PlacedTemplate, reference: PlacedReference): boolean {
  return template.references.some((other) => firstWord(template, other) === reference);
}

function columnHint({ suggest }: RuleInput, name: string, header: readonly string[]): string | Suggestion {
  const meant = didYouMean(name.replaceAll('_', ' '), header);
  if (meant !== undefined && !/^[A-Za-z_][\w-]*$/.test(meant)) return { kind: 'meant', word: `recipient['${meant}']` };
  return missingColumnHint(name, header, { suggest });
}
