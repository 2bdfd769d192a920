import type { JobRow, RowPrinter } from './job-row.ts';

/** An array with one object per line. */
export function jsonRows(): RowPrinter {
  let first = true;
  return {
    begin: () => '[',
    row(row) {
      const comma = first ? '' : ',';
      first = false;
      return `${comma}\n${rowText(row)}`;
    },
    end: () => '\n]\n',
  };
}

/** What `JSON.stringify` makes of it, which takes four times as long: a million rows have a dozen fields each. */
function rowText(row: JobRow): string {
  const { address, step, state, attempts, key, code, outputs, reason, naturalKey, firstAt, at, settledAt } = row;
  const { leftAt, decidedBy, decidedAt, comment } = row;
  // The fields of other rows are in another order.
  if (at === undefined || key === undefined || !isPlain.test(address)) return JSON.stringify(row);
  const body = `{"address":"${address}","step":"${step}","state":"${state}","attempts":${attempts},"key":"${key}"`;
  const answer = `${field('code', code)}${field('outputs', outputs)}${field('reason', reason)}${field('naturalKey', naturalKey)}`;
  const times = `${instant('firstAt', firstAt)},"at":"${at}"${instant('settledAt', settledAt)}${instant('leftAt', leftAt)}`;
  return `${body}${answer}${times}${field('decidedBy', decidedBy)}${instant('decidedAt', decidedAt)}${field('comment', comment)}}`;
}

/** Its step and its key then need no escapes, either. */
const isPlain = /^[\w[\]-]*$/;

function field(name: string, value: unknown): string {
  if (value === undefined) return '';
  return `,"${name}":${typeof value === 'string' && isPlain.test(value) ? `"${value}"` : JSON.stringify(value)}`;
}

function instant(name: string, value: string | undefined): string {
  return value === undefined ? '' : `,"${name}":"${value}"`;
}
