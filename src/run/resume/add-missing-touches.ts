import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { forEachRow, type HistoryRow } from '../../job/history.ts';
import type { RunLease } from '../../ledger/backend.ts';
import { isUnsent } from '../../ledger/contacts/judge-changes.ts';
import type { ContactLedger, MadeTouch } from '../../ledger/contacts/ledger.ts';
import { operations } from '../../service/operations/operations.ts';

/** Steps that were renamed keep their touches. Before anything is settled or sent under their present names. */
export async function renameTouches(
  { campaign }: Pick<LoadedCampaign, 'campaign'>,
  run: string,
  ledger: Pick<ContactLedger, 'rename'>,
): Promise<void> {
  for (const { id, was } of campaign.steps)
    if (was !== undefined) await ledger.rename({ campaign: campaign.id, run, step: was }, id);
}

/** Of what the run has sent: a project whose rules began later lacks touches. */
export async function addMissingTouches(
  { campaign }: Pick<LoadedCampaign, 'campaign'>,
  run: string,
  lease: Pick<RunLease, 'stepHistories'>,
  ledger: ContactLedger,
): Promise<void> {
  const source = { campaign: campaign.id, run };
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

/** Not a rejection: the record does not say whether an attempt before it may have reached somebody. */
function isContact(row: HistoryRow): boolean {
  return row.key !== undefined && row.state !== 'rejected' && !isUnsent(row);
}

/** Of a person who is forgotten: no telephone number is as long. */
function isToken(key: number): boolean {
  return key >= 1e15;
}
