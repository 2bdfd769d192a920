import { formatAddress } from '../../../job/address.ts';
import type { JobRecord } from '../../../job/job.ts';
import { afterChange, refusedChange } from '../../change.ts';
import type { Claims, Lead } from '../../hand-out.ts';
import type { Queries } from '../session.ts';
import { nameOf, readJobs, stepNumbers } from '../write-changes.ts';
import type { LeadJobs, WorkerWriter } from './worker-writer.ts';

export interface ClaimsInput {
  readonly queries: Queries;
  readonly lead: Pick<Lead, 'epoch' | 'runId' | 'run'>;
  readonly writer: WorkerWriter;
  /** Repeats a statement whose answer was lost. */
  readonly repeat: <T>(work: () => Promise<T>) => Promise<T>;
}

export function createClaims(input: ClaimsInput): Claims {
  const { queries, writer, repeat } = input;
  const { epoch, runId, run } = input.lead;
  /** Claims of this worker whose outcomes are not recorded yet. */
  const sending = new Map<string, { readonly job: JobRecord; readonly number: number }>();
  const lead: LeadJobs = {
    epoch,
    runId,
    run,
    stepId: stepNumbers(queries, runId, repeat),
    onClaimed(job, number) {
      if (job.state === 'sending') sending.set(formatAddress(job), { job, number });
    },
  };

  return {
    async job(id) {
      const found = await repeat(() => readJobs(queries, runId, [id]));
      return found.get(nameOf(id));
    },
    async claim(claim) {
      await writer.add([{ kind: claim.change.kind, lead, claim }]);
      if (claim.report !== undefined) await writer.add([{ kind: 'report', lead, report: claim.report }]);
    },
    async settle(change, report) {
      const address = formatAddress(change.to);
      const claimed = sending.get(address);
      const job = afterChange(claimed?.job, change);
      if (claimed === undefined || job === undefined) throw refusedChange(change);
      sending.delete(address);
      const outcome = { job, step: await lead.stepId(job.step), number: claimed.number, change };
      await writer.add([{ kind: 'settle', lead, report, outcome }]);
    },
    report: (report) => writer.add([{ kind: 'report', lead, report }]),
  };
}
