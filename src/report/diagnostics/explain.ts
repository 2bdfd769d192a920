import type { SchemaPlace } from '../../campaign/schema/schema-paths.ts';
import { yamlLine } from '../../campaign/yaml/yaml-findings.ts';
import { type DiagnosticCode, diagnosticCodes } from '../../diagnostic/codes.ts';
import { listed } from '../../diagnostic/did-you-mean.ts';
import { explanations } from '../../diagnostic/explanations.ts';
import { glossary } from '../../diagnostic/glossary.ts';
import { grouped } from '../../diagnostic/grouped.ts';
import { assumptions } from '../../service/contract/assumptions.ts';
import { documentedStatus, statusOf } from '../../service/contract/statuses.ts';
import type { Operation } from '../../service/operations/definition/operation.ts';
import type { Disposition } from '../../service/operations/definition/status.ts';
import { type OperationId, operationIds, operations } from '../../service/operations/operations.ts';
import type { Rule } from '../../service/validate/bind.ts';
import { rules, rulesEarning } from '../../service/validate/bind.ts';
import { aligned, wrapLine, wrapText } from '../columns.ts';

/** Everything that `explain` knows; `top` is the whole campaign file. Lines have at most so many columns. */
export function explainList(top: SchemaPlace, width: number): string {
  const list = (title: string, example: string, names: readonly string[]): string[] => [
    `${title}, as in \`callsheet explain ${example}\`:`,
    ...wrapLine(`  ${names.join(', ')}`, width, 0),
    '',
  ];
  const lines = [
    ...list('Operations', 'whatsapp.send', operationIds),
    'Statuses of an operation, as in `callsheet explain whatsapp.send -131`.',
    '',
    ...list(
      'Keys of the campaign file, by name or path',
      'steps.*.uses',
      top.keys.map(({ name }) => name),
    ),
    ...list('Words', '"in doubt"', Object.keys(glossary)),
    'Findings, as in `callsheet explain CS2001`:',
    ...Object.entries(diagnosticCodes).flatMap(([code, meaning]) => wrapLine(`  ${code}  ${meaning}`, width, 10)),
    '',
  ];
  return wrapText(lines.join('\n'), width);
}

/** What a finding means, why it comes up, an example with its output, and how to fix it, in general and there. */
export function explainCode(code: DiagnosticCode, example: { readonly wrong: string; readonly fix: string }): string {
  const { cause, fix } = explanations[code];
  const shown = indented(example.wrong);
  const change = example.fix === '' ? '' : `\nIn this example:\n\n${indented(example.fix)}`;
  return `${code}: ${diagnosticCodes[code]}\n\n${cause}\n\nFor example:\n\n${shown}\nHow to fix: ${fix}\n${change}`;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}

/** One key of the campaign language, for the terminal; `shown` is its example, or that of the key which holds it. */
export function explainSchema(path: string, place: SchemaPlace, shown: Pick<SchemaPlace, 'name' | 'examples'>): string {
  const facts = [
    place.kind,
    place.required ? 'required' : '',
    place.operations.length > 0 ? `in ${listed(place.operations, 'and')} steps` : '',
  ].filter(Boolean);
  const lines = [`${path}${facts.length > 0 ? ` (${facts.join('; ')})` : ''}`, ''];
  lines.push(...(place.byOperation.length === 0 ? [place.description] : byOperation(place)));
  if (place.allowed.length > 0) lines.push('', 'One of:', ...place.allowed.map(inner));
  const keys = place.keys.map(({ name, required, description }) => [
    name,
    (required ? '(required) ' : '') + description,
  ]);
  if (keys.length > 0) lines.push('', 'Keys:', ...aligned(keys).map(inner));
  if (shown.examples.length > 0 && (place.examples.length > 0 || place.allowed.length === 0))
    lines.push('', 'For example:', ...shown.examples.map((example) => inner(`${shown.name}: ${yamlLine(example)}`)));
  return ended(lines);
}

function inner(line: string): string {
  return `  ${line}`;
}

function ended(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

/** Operations for which it means the same share a row. */
function byOperation(place: SchemaPlace): string[] {
  return [...grouped(place.byOperation, ({ description }) => description)].map(([description, places]) => {
    const operations = new Set(places.map(({ operation }) => `\`${operation}\``));
    return `${[...operations].join(', ')}: ${description}`;
  });
}

/** One operation: its method and path, outputs, fields and statuses. Lines have at most so many columns. */
export function explainOperation(id: OperationId, width: number): string {
  const operation = operations[id];
  const outputs = Object.keys(operation.outputs);
  const ruled = rules.filter((rule) => rule.operation === id && rule.field !== '');
  const readAs = `later steps read them as steps.<step>.${outputs[0]}.`;
  const lines = [`${id}: ${operation.method} ${operation.path}`, ''];
  lines.push(outputs.length === 0 ? 'Has no outputs.' : `Outputs: ${listed(outputs, 'and')}; ${readAs}`);
  lines.push(recovery(operation), '', 'For example:', operation.example.trimEnd().replace(/^/gm, '  '));
  if (ruled.length > 0)
    lines.push(
      '',
      'Fields, and in parentheses the status for a request that breaks the rule:',
      ...fieldRows(ruled, width),
    );
  lines.push('', 'Statuses:');
  for (const [disposition, answers] of grouped(
    Object.entries(operation.statuses),
    ([, answer]) => answer.disposition,
  )) {
    const rows = aligned(answers.map(([code, { meaning }]) => [code, meaning]));
    lines.push(
      inner(thenShort[disposition as Disposition]),
      ...rows.flatMap((row) => wrapLine(`    ${row}`, width, 5)),
    );
  }
  return ended(lines);
}

/** The rules of a field, under its name and the case in which it exists. */
function fieldRows(ruled: readonly Rule[], width: number): string[] {
  const byField = grouped(ruled, ({ field, when }) => (when === undefined ? field : `${field}, when ${when}`));
  return [...byField].flatMap(([name, own]) => {
    const texts = own.map(({ text, status }) => `${text} (${status})`);
    const { defaults, fileField } = operations[ruled[0]!.operation];
    const otherwise = defaults[name]?.words;
    const facts = [texts.join('; ')];
    if (name === fileField) facts.push('in a campaign: the path of a file, which is encoded for you');
    if (otherwise !== undefined) facts.push(`default: ${otherwise}`);
    return [...wrapLine(`  ${name}`, width), ...facts.flatMap((fact) => wrapLine(`      ${fact}`, width, 0))];
  });
}

/** What one status of one operation means for the run, and which rules cause it. */
export function explainStatus(id: OperationId, code: string): string | undefined {
  const status = statusOf(id, code);
  if (status === undefined) return undefined;
  const { meaning, disposition, advice } = status;
  const lines = [`${id} ${code}: ${meaning}`, '', thenLong[disposition]];
  if (documentedStatus(id, code) === undefined)
    lines.push(
      "Public documents of this API have this status; the service's document does not list it for this operation.",
    );
  if (operations[id].receipt === code)
    lines.push('After a lost response, this status confirms the lost attempt: the job is accepted.');
  if (advice !== undefined) lines.push('', `Usual cause: ${advice.cause}.`, `What to do: ${advice.remedy}.`);
  const earning = rulesEarning(id, code).map(({ field, text, section }) => [field, text, `section “${section}”`]);
  if (earning.length > 0) lines.push('', 'Returned for:', ...aligned(earning).map(inner));
  return ended(lines);
}

/** A status that the document does not list but that we assume, as the sandbox does. */
export function explainAssumedStatus(id: OperationId, code: string): string | undefined {
  if (!/^-?\d+$/.test(code)) return undefined;
  const names = new RegExp(`(?<!\\S)${code}(?!\\d)`);
  const [, assumed] =
    Object.entries(assumptions).find(([about, { what }]) => {
      const [subject = ''] = about.split('.');
      return (subject === 'statuses' || id.split('.').includes(subject)) && names.test(what);
    }) ?? [];
  if (assumed === undefined) return undefined;
  const lines = [`${id} ${code}: assumed`, '', assumed.what, assumed.reason];
  if ('setting' in assumed) lines.push('', `To change it: ${assumed.setting}.`);
  return ended(lines);
}

function recovery({ recovery, naturalKey }: Operation): string {
  const same = naturalKey === undefined ? '' : ` with the same ${naturalKey}`;
  const words: Readonly<Record<Operation['recovery'], string>> = {
    retry: `If the response is lost, the request is sent again${same}.`,
    rename: 'If the response is lost, the file is uploaded again under a new name.',
    manual: 'If the response is lost, the job is in doubt until a person decides; it is not resent automatically.',
  };
  return words[recovery];
}

export const thenShort: Readonly<Record<Disposition, string>> = {
  accept: 'accepted',
  reject: 'this job is rejected',
  retry: 'retried',
  wait: 'retried later',
  resync: 'sent again with the clock corrected',
  step: 'the step stops',
  halt: 'the run stops',
};

const thenLong: Readonly<Record<Disposition, string>> = {
  accept: 'The job is accepted.',
  reject: 'This job is rejected; the others continue.',
  retry: 'The job is retried a few times, with increasing pauses.',
  wait: 'The job is retried later, within its window and before its end; this does not count as an attempt.',
  resync:
    'The clock is compared with the service once and the request is signed again; if that does not help, the run stops.',
  step: 'No job of this step can succeed, so the step stops and its jobs stay pending. Fix the cause, then run the same command again.',
  halt: 'No job can succeed, so the run stops and the remaining jobs stay pending. Fix the cause, then run the same command again.',
};
