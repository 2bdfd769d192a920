import { isRequest, parseEntry, type RequestEntry } from '../sandbox/journal/journal.ts';
import { noMoneyFaults } from '../sandbox/ledger/fault.ts';
import { type RehearsalSetup, runRehearsal } from './run-rehearsal.ts';

/**
 * The account is empty when half of what a calm rehearsal spends is spent, as if somebody else used it too. Until then it has what the
 * world says: with so little from the start, a campaign that asks for its balance first would not begin.
 */
export async function withEmptyAccount(setup: RehearsalSetup, stop: AbortSignal): Promise<RehearsalSetup> {
  const { account } = await runRehearsal(setup, { stop });
  const requests = [...account.journal.lines()].map(parseEntry).filter(isRequest);
  const half = requests.reduce((sum, request) => sum + costOf(request), 0) / 2;
  if (half === 0) return setup;
  let spent = 0;
  const before = requests.filter((request) => {
    spent += costOf(request);
    return spent <= half;
  });
  const faults = noMoneyFaults.map((fault) => ({
    ...fault,
    skip: before.filter((request) => request.operation === fault.operation).length,
  }));
  return { ...setup, world: { ...setup.world, faults: [...setup.world.faults, ...faults] } };
}

function costOf({ facts = [] }: RequestEntry): number {
  return facts.reduce((sum, fact) => sum + ('cost' in fact ? fact.cost : 0), 0);
}
