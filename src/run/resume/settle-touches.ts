import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { forEachRow, type HistoryRow } from '../../job/history.ts';
import type { RunLease } from '../../ledger/backend.ts';
import type { ContactLedger, MadeTouch } from '../../ledger/contacts/ledger.ts';
import { touchOutcome } from '../../ledger/contacts/touch-outcome.ts';
import { operations } from '../../service/operations/operations.ts';

/**
 * Makes the contact ledger agree with what is recorded of the run. In a store a process may die between the two,
 * and leaves a reservation without an intent, or an outcome that the ledger does not have. A project whose rules began later lacks touches.
 */
export async function settleTouches(
  { campaign }: Pick<LoadedCampaign, 'campaign'>,
  run: string,
  lease: Pick<RunLease, 'job' | 'stepHistories'>,
  ledger: ContactLedger,
): Promise<void> {
  const source = { campaign: campaign.id, run };
  for (const { id, was } of campaign.steps) if (was !== undefined) await ledger.rename({ ...source, step: was }, id);
  await settleReservations(source, lease, ledger);
  const histories = await lease.stepHistories('times');
  for (const { id: step, uses, purpose } of campaign.steps) {
    const { channel } = operations[uses];
    const history = histories.get(step);
    if (channel === undefined || history === undefined) continue;
    let [contacted, rejected] = [0, 0];
    forEachRow(history, (row) => {
      if (row.state === 'rejected') rejected++;
      else if (isContact(row) && !isToken(row.key!)) contacted++;
    });
    // Some of those that were rejected may have touches, too: so many more say that none is lacking.
    if ((await ledger.touches({ ...source, step })) >= contacted + rejected) continue;
    const touches: MadeTouch[] = [];
    forEachRow(history, (row) => {
      if (!isContact(row) || isToken(row.key!)) return;
      const at = row.at ?? row.settledAt ?? 0;
      touches.push({ ...source, step, key: row.key!.toFixed(0), at, channel, purpose });
    });
    await ledger.add(touches);
  }
}

/** What will not be sent any more holds nobody back. */
export async function settleReservations(
  source: { readonly campaign: string; readonly run: string },
  lease: Pick<RunLease, 'job'>,
  ledger: ContactLedger,
): Promise<void> {
  const settled = [];
  for (const touch of await ledger.reservations(source)) {
    const job = await lease.job({ step: touch.step, key: touch.key });
    settled.push({ ...touch, outcome: touchOutcome(job, false), at: job?.attempts === 1 ? job.at : undefined });
  }
  if (settled.length > 0) await ledger.settle(settled);
}

/** Not a rejection: the record does not say whether an attempt before it may have reached somebody. */
function isContact(row: HistoryRow): boolean {
  return row.key !== undefined && row.state !== 'rejected' && touchOutcome(row, true) !== 'released';
}

/** Of a person who is forgotten: no telephone number is as long. */
function isToken(key: number): boolean {
  return key >= 1e15;
}
