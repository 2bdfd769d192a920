import { lasts, withRest } from '../../job/rest.ts';
import { asRecorded, restAskedBy } from '../decide/halt-state.ts';
import type { RunInput } from '../run-input.ts';
import type { JobReport } from '../send/hand-out/handed.ts';

/** Records the pauses for which the service asked a worker when its leader had died. */
export async function recordMissedRests(input: Pick<RunInput, 'loaded' | 'lease' | 'clock'>): Promise<void> {
  const { loaded, lease, clock } = input;
  const reports = (await lease.handOut?.reportsBefore()) as readonly JobReport[] | undefined;
  if (reports === undefined || reports.length === 0) return;
  const now = clock.now();
  const known = (await lease.status()).rests;
  let rests = known;
  for (const report of reports) {
    if (!('verdict' in report)) continue;
    const step = loaded.campaign.steps.find(({ id }) => id === report.settled.step);
    const rest = restAskedBy(report.verdict, step);
    if (rest === undefined || !lasts(rest.until, now)) continue;
    if (rests.some((one) => one.step === rest.step && one.until >= rest.until)) continue;
    rests = withRest(rests, asRecorded(rest), now);
  }
  if (rests !== known) await lease.apply([{ kind: 'rests', rests }]);
}
