import { listed } from '../../diagnostic/did-you-mean.ts';
import { assumptions } from '../../service/contract/assumptions.ts';
import type { OperationId } from '../../service/contract/operation-id.ts';
import { type Operation, operations } from '../../service/contract/operations.ts';
import { type Disposition, statuses, statusOf } from '../../service/contract/statuses.ts';
import { rules, rulesEarning } from '../../service/validate/check-request.ts';

/** One operation: what it is, its fields, what it gives, and what it answers. */
export function explainOperation(id: OperationId): string {
  const operation = operations[id];
  const outputs = Object.keys(operation.outputs);
  const ruled = rules.filter((rule) => rule.operation === id && rule.field !== '');
  const answers = Object.entries<{ meaning: string; disposition: Disposition }>(statuses[id]);
  return [
    `${id}: ${operation.method} ${operation.path}`,
    '',
    outputs.length === 0
      ? 'Gives no outputs.'
      : `Gives ${listed(outputs, 'and')}, which later steps read as steps.<step>.${outputs[0]}.`,
    recovery(operation),
    ...(ruled.length === 0
      ? []
      : ['', 'Fields:', ...columns(ruled.map((rule) => [rule.field, rule.text, rule.status]))]),
    '',
    'Answers:',
    ...columns(answers.map(([code, { meaning, disposition }]) => [code, meaning, thenShort[disposition]])),
    '',
  ].join('\n');
}

/** What one answer of one operation means for the run, and which rules earn it. */
export function explainStatus(id: OperationId, code: string): string | undefined {
  const status = statusOf(id, code);
  if (status === undefined) return undefined;
  const earning = rulesEarning(id, code);
  return [
    `${id} ${code}: ${status.meaning}`,
    '',
    thenLong[status.disposition],
    ...(operations[id].receipt === code
      ? ['After an attempt whose answer was lost it is the receipt: that attempt had counted, and the job is accepted.']
      : []),
    ...(earning.length === 0
      ? []
      : ['', 'Earned by:', ...columns(earning.map((rule) => [rule.field, rule.text, `section “${rule.section}”`]))]),
    '',
  ].join('\n');
}

/** An answer that no table of the document lists, and that we expect all the same: the sandbox gives it. */
export function explainAssumedStatus(id: OperationId, code: string): string | undefined {
  if (!/^-?\d+$/.test(code)) return undefined;
  const names = new RegExp(`(?<!\\S)${code}(?!\\d)`);
  const assumed = assumptions.find(({ id: about, what }) => {
    const [subject = ''] = about.split('.');
    return (subject === 'statuses' || id.split('.').includes(subject)) && names.test(what);
  });
  if (assumed === undefined) return undefined;
  return [
    `${id} ${code}: assumed`,
    '',
    assumed.what,
    assumed.reason,
    ...('setting' in assumed ? ['', `What changes it: ${assumed.setting}.`] : []),
    '',
  ].join('\n');
}

function recovery({ recovery, naturalKey }: Operation): string {
  switch (recovery) {
    case 'repeat':
      return `When an answer is lost it is sent again${naturalKey === undefined ? '' : `, with the same ${naturalKey}`}.`;
    case 'nextName':
      return 'When an answer is lost it is uploaded again under the next name.';
    case 'hold':
      return 'When an answer is lost the job is in doubt, and a person decides: it is never sent again by itself.';
    default:
      return recovery satisfies never;
  }
}

const thenShort: Readonly<Record<Disposition, string>> = {
  accept: 'accepted',
  reject: 'this job is rejected',
  retry: 'tried again',
  wait: 'tried again later',
  resync: 'the clock is measured',
  step: 'the step stops',
  halt: 'the run stops',
};

const thenLong: Readonly<Record<Disposition, string>> = {
  accept: 'The job is accepted.',
  reject: 'This job is rejected; the others go on.',
  retry: 'The job is tried again a few times, after longer and longer pauses.',
  wait: 'The job is tried again later, within its window and its end; no attempt is used up.',
  resync:
    'The clock is measured against the service once and the request signed anew; if that does not help, the run stops.',
  step: 'No job of this step can succeed: the step stops and its jobs stay pending. The same command goes on once the cause is mended.',
  halt: 'No job at all can succeed: the run stops and all else stays pending. The same command goes on once the cause is mended.',
};

/** Rows under one another, columns two blanks apart. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = [width(0), width(1)];
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}
