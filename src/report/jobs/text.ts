import { dropSentence } from '../../plan/drop-reason.ts';
import type { Summary } from '../../run/event.ts';
import { sayCount } from '../plan/words.ts';
import { summaryTable } from '../run/summary-text.ts';
import type { JobRow } from './job-row.ts';

export interface ReportTextInput {
  readonly title: string;
  readonly campaign: string;
  readonly run: string;
  readonly steps: readonly { readonly id: string; readonly summary: Summary }[];
  readonly summary: Summary;
  /** Rejected, skipped, expired, in doubt. */
  readonly left: ReadonlyMap<string, { readonly row: JobRow; readonly count: number }>;
}

/** The sums, why each group was left out, and what can be said for certain. */
export function reportToText(input: ReportTextInput): string {
  const { summary } = input;
  const causes = [...input.left.values()].sort((a, b) => b.count - a.count);
  return `${[
    `${input.title}  ${input.campaign}, run ${input.run}`,
    '',
    summaryTable(input.steps, summary),
    ...(causes.length === 0 ? [] : ['', ...causes.map(causeLine)]),
    '',
    certainty(summary),
  ].join('\n')}\n`;
}

/** Rows of one step, state, code and reason belong together. */
export function causeOf(row: JobRow): string {
  return [row.step, row.state, row.code ?? '', row.reason ?? ''].join('\u0000');
}

function causeLine({ row, count }: { readonly row: JobRow; readonly count: number }): string {
  const words = [row.code, row.reason === undefined ? undefined : dropSentence(row.reason)].filter(
    (part) => part !== undefined && part !== '',
  );
  return `  ${sayCount(count).padStart(7)}  ${row.step} ${row.state === 'inDoubt' ? 'in doubt' : row.state}: ${words.join(' ')}`;
}

/** The worst honest number: what has certainly been done, and what may have been. */
function certainty({ accepted, inDoubt, pending }: Summary): string {
  const least = sayCount(accepted);
  if (inDoubt === 0)
    return `Accepted by the service: ${least}. Nothing is in doubt${pending === 0 ? ', and nothing is left' : `; ${sayCount(pending)} to go`}.`;
  return `Accepted by the service: at least ${least}, at most ${sayCount(accepted + inDoubt)}; ${sayCount(inDoubt)} in doubt, each named by \`callsheet reconcile\`.`;
}
