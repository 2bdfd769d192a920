import { judgedByNumber } from '../../campaign/audiences/judged-hours.ts';
import { leftOutRows } from '../../campaign/audiences/left-out-rows.ts';
import { runsAsNeeded } from '../../campaign/audiences/selection.ts';
import type { Campaign } from '../../campaign/campaign.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { formatCount } from '../../diagnostic/count-words.ts';
import { type JobRecord, jobStates } from '../../job/job.ts';
import type { RunReader } from '../../ledger/backend.ts';
import { placesIn } from '../../run/resume/edits.ts';
import { reachedNobody, type SeenRun } from '../../run/run-state.ts';
import { inFlightAsPending, jobCounts, readWavesSoFar, removedSteps, summarise } from '../../run/summary.ts';
import { readDrop } from '../../schedule/reasons.ts';
import { formatJudgedHours, formatLeftOut } from '../audience-text.ts';
import { countTable, type Document, sentences } from '../document.ts';
import { stepNames } from '../plan/words.ts';
import { waveLines } from '../run/next-text.ts';
import { formatRecordedEnd, nobodyContacted, removedStepsText, summaryTable } from '../run/run-state-text.ts';
import { signedLines } from '../run/signed-text.ts';
import { type Cause, causeWords, createReasonTally, isNotMeant, resendOption } from './reasons.ts';
import { wasInDoubtBefore } from './run-statistics.ts';
import { verdict } from './verdict.ts';

/** What a terminal shows of what is recorded; of those who were accepted, only their number is read. */
export async function recordsDocument(input: {
  readonly loaded: LoadedCampaign;
  readonly run: string;
  /** Undefined when nothing has been run. */
  readonly reader: RunReader | undefined;
  readonly seen: SeenRun;
  /** A process carries it out. */
  readonly underWay: boolean;
  readonly showNumbers: boolean;
}): Promise<Document> {
  const { loaded, run, reader, seen, underWay: running, showNumbers } = input;
  const { campaign } = loaded;
  const { timezone } = campaign;
  const left = createReasonTally();
  let inDoubtBefore = 0;
  const counts = await jobCounts(reader);
  for (const [step, states] of counts) {
    const { step: present, isThere } = placesIn(loaded, step);
    for (const state of jobStates) {
      if (state === 'accepted' || states[state] === undefined) continue;
      if (state === 'sending' && running) continue;
      for await (const page of reader?.jobs({ step, state }) ?? [])
        for (const job of page) {
          if (present !== undefined && wasInDoubtBefore(job)) inDoubtBefore++;
          if (state !== 'pending' || wasLeftOut(job))
            left.note({ ...job, step: present?.id ?? step }, isThere(job.key));
        }
    }
  }
  const recorded = await summarise(loaded, reader, counts);
  const beside = inFlightAsPending(recorded, campaign, counts);
  const { steps, summary } = running ? beside : recorded;
  const [inFlight, unanswered] = running ? [beside.inFlight, 0] : [0, beside.inFlight];
  // What is in flight was needed.
  const pendingOf = (id: string): number => recorded.steps.find((step) => step.id === id)?.summary.pending ?? 0;
  const asNeeded = campaign.steps.filter(runsAsNeeded).reduce((sum, { id: step }) => sum + pendingOf(step), 0);
  const causes = left.causes();
  const notMeant = causes
    .filter((cause) => isNotMeant(cause) && steps.some(({ id }) => id === cause.step))
    .reduce((sum, { count }) => sum + count, 0);
  const nameOf = stepNames(steps);
  const removed = removedSteps(campaign, counts);
  const total = {
    ...summary,
    cancelled: summary.cancelled ?? 0,
    notMeant,
    skipped: summary.skipped - notMeant,
    underWay: inFlight,
    pending: summary.pending - inFlight,
  };
  const othersInDoubt = removed.some(({ inDoubt }) => inDoubt > 0);
  const doubtful = { asNeeded, unanswered, inDoubtBefore, othersInDoubt };
  const waves = await readWavesSoFar(campaign, reader, running);
  const ended = formatRecordedEnd(seen, timezone);
  const signed = { approvals: (await reader?.approvals()) ?? [], decisions: (await reader?.decisions()) ?? [] };
  return {
    title: campaign.title,
    subject: 'report',
    about: [`${campaign.id}, run ${run}`],
    body: [
      summaryTable(steps, summary),
      countTable(
        'Reasons',
        causes.slice(0, causesAtMost).map((cause) => ({
          what: causeWords(cause, nameOf(cause.step), showNumbers),
          times: cause.count,
        })),
      ),
      sentences([restWords(causes), resendWords(causes, campaign)]),
    ],
    conclusion: [
      sentences([ended && `${ended}.`], 'ended'),
      {
        kind: 'findings',
        findings: inDoubtBefore === 0 && reachedNobody(campaign, steps) ? [{ message: nobodyContacted }] : [],
      },
      sentences([verdict(total, { ...doubtful, hasCommands: true })], 'verdict'),
      sentences([
        ...waveLines(waves, timezone, steps),
        ...removedStepsText(removed),
        ...signedLines(signed, { timezone, showNumbers }),
        ...formatLeftOut(leftOutRows(loaded)).map((line) => `${line}.`),
        ...formatJudgedHours(judgedByNumber(loaded)).map((line) => `${line}.`),
      ]),
    ],
  };
}

const causesAtMost = 50;
const resendsAtMost = 3;

function restWords(left: readonly Cause[]): string | undefined {
  const rest = left.slice(causesAtMost).reduce((sum, { count }) => sum + count, 0);
  return rest === 0 ? undefined : `${formatCount(rest)} for other reasons; \`--format csv\` has them all.`;
}

/** For the most frequent reasons: one is enough to know how. */
function resendWords(left: readonly Cause[], { steps }: Campaign): string | undefined {
  const rejected = left.filter(({ state, isThere }) => state === 'rejected' && isThere).slice(0, resendsAtMost);
  const options = new Set(rejected.map(resendOption));
  if (options.size === 0) return undefined;
  const commands = [...options].map((option) => `\`callsheet reconcile ${option}\``);
  const replaced = new Set(rejected.map(({ step }) => step));
  const hasFallback = steps.some(
    ({ forEach }) => replaced.has(forEach?.onlyIf?.step ?? '') && forEach?.onlyIf?.outcomes.includes('rejected'),
  );
  const except = hasFallback ? ', but not to people whom a later step has reached instead' : '';
  return `Rejected jobs can be sent again once the cause is gone (${commands.join(', ')})${except}.`;
}

function wasLeftOut({ reason = '' }: JobRecord): boolean {
  return readDrop(reason) !== undefined;
}
