import { listed } from '../../diagnostic/did-you-mean.ts';
import { grouped } from '../../diagnostic/grouped.ts';
import { assumptions } from '../../service/contract/assumptions.ts';
import { documentedStatus, statusOf } from '../../service/contract/statuses.ts';
import type { Operation } from '../../service/operations/definition/operation.ts';
import type { Disposition } from '../../service/operations/definition/status.ts';
import { type OperationId, operations } from '../../service/operations/operations.ts';
import type { Rule } from '../../service/validate/bind.ts';
import { rules, rulesEarning } from '../../service/validate/bind.ts';
import { aligned } from '../columns.ts';
import { wrapLine } from '../wrap-line.ts';

/** One operation: its method and path, outputs, fields and statuses. Lines have at most so many columns. */
export function explainOperation(id: OperationId, width: number): string {
  const operation = operations[id];
  const outputs = Object.keys(operation.outputs);
  const ruled = rules.filter((rule) => rule.operation === id && rule.field !== '');
  const answers = Object.entries(operations[id].statuses);
  return [
    `${id}: ${operation.method} ${operation.path}`,
    '',
    outputs.length === 0
      ? 'Has no outputs.'
      : `Outputs: ${listed(outputs, 'and')}; later steps read them as steps.<step>.${outputs[0]}.`,
    recovery(operation),
    '',
    'For example:',
    operations[id].example.trimEnd().replace(/^/gm, '  '),
    ...(ruled.length === 0
      ? []
      : ['', 'Fields, and in parentheses the status for a request that breaks the rule:', ...fieldRows(ruled, width)]),
    '',
    'Statuses:',
    ...[...new Set(answers.map(([, { disposition }]) => disposition))].flatMap((disposition) => [
      `  ${thenShort[disposition]}`,
      ...aligned(
        answers
          .filter(([, answer]) => answer.disposition === disposition)
          .map(([code, { meaning }]) => [code, meaning]),
      ).flatMap((row) => wrapLine(`    ${row}`, width, 5)),
    ]),
    '',
  ].join('\n');
}

/** The rules of a field, under its name and the case in which it exists. */
function fieldRows(ruled: readonly Rule[], width: number): string[] {
  const byField = grouped(ruled, ({ field, when }) => (when === undefined ? field : `${field}, when ${when}`));
  return [...byField].flatMap(([name, own]) => {
    const texts = own.map(({ text, status }) => `${text} (${status})`);
    const { defaults, fileField } = operations[ruled[0]!.operation];
    const otherwise = defaults[name]?.words;
    return [
      ...wrapLine(`  ${name}`, width),
      ...wrapLine(`      ${texts.join('; ')}`, width, 0),
      ...(name === fileField
        ? wrapLine('      in a campaign: the path of a file, which is encoded for you', width, 0)
        : []),
      ...(otherwise === undefined ? [] : wrapLine(`      default: ${otherwise}`, width, 0)),
    ];
  });
}

/** What one status of one operation means for the run, and which rules cause it. */
export function explainStatus(id: OperationId, code: string): string | undefined {
  const status = statusOf(id, code);
  if (status === undefined) return undefined;
  const earning = rulesEarning(id, code);
  const advice = statusOf(id, code)?.advice;
  return [
    `${id} ${code}: ${status.meaning}`,
    '',
    thenLong[status.disposition],
    ...(documentedStatus(id, code) === undefined
      ? ["Public documents of this API have this status; the service's document does not list it for this operation."]
      : []),
    ...(operations[id].receipt === code
      ? ['After a lost response, this status confirms the lost attempt: the job is accepted.']
      : []),
    ...(advice === undefined ? [] : ['', `Usual cause: ${advice.cause}.`, `What to do: ${advice.remedy}.`]),
    ...(earning.length === 0
      ? []
      : [
          '',
          'Returned for:',
          ...aligned(earning.map((rule) => [rule.field, rule.text, `section “${rule.section}”`])).map(
            (row) => `  ${row}`,
          ),
        ]),
    '',
  ].join('\n');
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
  return [
    `${id} ${code}: assumed`,
    '',
    assumed.what,
    assumed.reason,
    ...('setting' in assumed ? ['', `To change it: ${assumed.setting}.`] : []),
    '',
  ].join('\n');
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
