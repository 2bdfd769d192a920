import { isRequest, parseEntry, type RequestEntry } from '../sandbox/journal/journal.ts';
import type { Fault } from '../sandbox/ledger/fault.ts';
import { type RehearsalSetup, runRehearsal } from './run-rehearsal.ts';

/** What the service answers from an empty account, for each operation that costs something. */
const refusals = [
  { operation: 'whatsapp.send', status: '-68' },
  { operation: 'otp.send', status: '-10' },
] as const;

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
  const faults = refusals.map(
    ({ operation, status }): Fault => ({
      kind: 'status',
      operation,
      status,
      skip: before.filter((request) => request.operation === operation).length,
    }),
  );
  return { ...setup, world: { ...setup.world, faults: [...setup.world.faults, ...faults] } };
}

function costOf({ facts = [] }: RequestEntry): number {
  return facts.reduce((sum, fact) => sum + ('cost' in fact ? fact.cost : 0), 0);
}
