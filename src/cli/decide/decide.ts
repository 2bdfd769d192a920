import { askedKeys } from '../../campaign/audiences/asked-number.ts';
import { formatAddress, parseAddress } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import { maskKey } from '../../report/mask.ts';
import { formatCount, formatDayTime } from '../../report/plan/words.ts';
import { type Decided, decideJobs, type JobDecision, mayDecide, resendWaitMs } from '../../run/operator/decide-jobs.ts';
import {
  conditionFault,
  conditionTest,
  type JobCondition,
  meansRejected,
  parseCondition,
} from '../../run/operator/job-conditions.ts';
import { isUnderWay } from '../../run/summary.ts';
import { listJobs, type RunReader } from '../../state/backend.ts';
import { formatCommand } from '../messages/format-command.ts';
import { refusalMessage } from '../messages/state-messages.ts';
import { couldNot, type OpenedCampaign } from '../open/open-campaign.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { parseOutputOption } from '../options/output-option.ts';
import type { Deciding, ReconcileOptions } from './deciding.ts';
import { readDecisions } from './read-decisions.ts';
import { signedBy } from './signed-by.ts';

/** The conditions of `--where`, or in words why a text is not one. */
export function readConditions({ where, accept, resend, drop }: ReconcileOptions): readonly JobCondition[] | string {
  const conditions: JobCondition[] = [];
  for (const text of where) {
    const condition = parseCondition(text);
    if (condition === undefined)
      return `--where ${text} is not a condition: use COLUMN=VALUE, !=, >= or <=, such as plan=gold or "job.reason=*timeout*"`;
    conditions.push(condition);
  }
  const steps = [...accept, ...resend, ...drop];
  return conditions.length > 0 && steps.length === 0
    ? '--where selects jobs of a step: use it with --accept STEP, --resend STEP or --drop STEP'
    : conditions;
}

/** Decisions about jobs that are named are recorded together or not at all; those about all of a step, or of a list, as far as they can be. */
export async function decide(deciding: Deciding): Promise<ExitCode> {
  const { options, opened, host } = deciding;
  const wanted = new Map<string, JobDecision>();
  let isBulk = options.from !== undefined;
  const asked = [
    ['accepted', options.accept],
    ['pending', options.resend],
    ['cancelled', options.drop],
  ] as const;
  for (const [to, addresses] of asked) {
    for (const address of addresses) {
      const isStep = opened.campaign.steps.some(({ id, forEach }) => id === address && forEach !== undefined);
      if (!isStep && deciding.conditions.length > 0)
        return couldNot(
          host,
          `--where selects jobs of a step with forEach, and ${address} is not one. Nothing was changed.`,
        );
      isBulk ||= isStep;
      const found = isStep ? await selectJobs(address, to, deciding) : await decideOne(address, to, deciding);
      if (typeof found === 'string') return couldNot(host, `${found}. Nothing was changed.`);
      for (const one of 'job' in found ? [found] : found) {
        const name = formatAddress(one.job);
        if (wanted.has(name)) return couldNot(host, `${isStep ? name : address} is named twice. Nothing was changed.`);
        wanted.set(name, one);
      }
    }
  }
  const listed = options.from === undefined ? undefined : await readDecisions(options.from, deciding, jobAt);
  if (typeof listed === 'string') return couldNot(host, `${listed} Nothing was changed.`);
  for (const one of listed?.decisions ?? []) {
    const name = formatAddress(one.job);
    if (wanted.has(name)) return couldNot(host, `${name} is named twice. Nothing was changed.`);
    wanted.set(name, one);
  }
  return record([...wanted.values()], { ...deciding, isBulk, settledBefore: listed?.settled ?? 0 });
}

async function record(
  decisions: readonly JobDecision[],
  given: Deciding & { readonly isBulk: boolean; readonly settledBefore: number },
): Promise<ExitCode> {
  const { opened, reader, options, host, isBulk, settledBefore } = given;
  const { backend } = opened;
  const result = await decideJobs({
    backend,
    reader,
    decisions,
    who: signedBy(options, host),
    at: host.clock.now(),
    // The sandbox of an earlier run has ended, and its clock skipped every wait.
    now: options.now || options.sandbox === true || !isBulk,
    together: !isBulk,
  });
  if ('refused' in result) return couldNot(host, refusalMessage(result.refused, backend.location, options, ''));
  const sums = { ...result, before: settledBefore, timezone: opened.campaign.timezone };
  if (isBulk) {
    const { selected } = countsOf(sums);
    if (selected > 0 || options.format === 'json')
      host.console.out(options.format === 'json' ? bulkJson(sums) : bulkText(sums));
    else host.console.err(`${nothingSelected(options)} Nothing was changed.\n`);
    return selected > 0 ? exitCode.done : exitCode.couldNotRun;
  }
  const [changed] = result.settled;
  if (changed !== undefined) {
    const name = formatAddress(changed.job);
    const what = `could not be decided as ${changed.to}: its state is different by now`;
    return couldNot(host, `${name} ${what}. List the jobs again. Nothing was changed.`);
  }
  if (options.format === 'json') host.console.out(bulkJson(sums));
  else {
    for (const { job, to } of result.decided) host.console.out(`${formatAddress(job)} is now ${to}.\n`);
    host.console.err(await goOnText(given));
  }
  return exitCode.done;
}

/** A running process goes on by itself, or with the next run. */
async function goOnText({ reader, options }: Deciding): Promise<string> {
  if (await isUnderWay(reader)) return '';
  return `\`${formatCommand(options)('status')}\` says what is left for the next run.\n`;
}

interface BulkSums extends Decided {
  /** Rows of a list whose jobs were settled when it was read. */
  readonly before: number;
  readonly timezone: string;
}

const decidedWords = { accepted: 'accepted', pending: 'to be sent again', cancelled: 'given up' } as const;

function countsOf({ decided, settled, early, before }: BulkSums) {
  const to = (state: JobDecision['to']) => decided.filter((one) => one.to === state).length;
  return {
    selected: decided.length + settled.length + early.length + before,
    decided: decided.length,
    accepted: to('accepted'),
    pending: to('pending'),
    cancelled: to('cancelled'),
    settled: settled.length + before,
    early: early.length,
  };
}

function nothingSelected({ resend }: ReconcileOptions): string {
  const rejected =
    resend.length === 0 ? '' : ' Rejected jobs are selected by --where job.code=CODE or job.state=rejected.';
  return `No job in doubt is selected.${rejected}`;
}

/** `38 of 40 decided: 38 accepted; 2 are no longer in doubt`. */
function bulkText(sums: BulkSums): string {
  const { selected, decided, settled, early, ...states } = countsOf(sums);
  const kinds = (['accepted', 'pending', 'cancelled'] as const)
    .filter((state) => states[state] > 0)
    .map((state) => `${formatCount(states[state])} ${decidedWords[state]}`);
  const what = kinds.length === 0 ? '' : `: ${kinds.join(', ')}`;
  const meanwhile = settled === 0 ? '' : `; ${formatCount(settled)} ${settled === 1 ? 'is' : 'are'} no longer in doubt`;
  const waiting =
    early === 0
      ? ''
      : `\n${formatCount(early)} may still arrive: resend them after ${formatDayTime(sums.resendableAt ?? 0, sums.timezone, true)}, or pass --now and risk that they arrive twice.`;
  return `${formatCount(decided)} of ${formatCount(selected)} decided${what}${meanwhile}.${waiting}\n`;
}

function bulkJson(sums: BulkSums): string {
  const { resendableAt } = sums;
  const at = resendableAt === undefined ? {} : { resendableAt: new Date(resendableAt).toISOString() };
  return `${JSON.stringify({ ...countsOf(sums), ...at })}\n`;
}

/** All jobs of a step that are in doubt and meet the conditions; to be sent again, rejected ones, too, where a condition is about that. */
async function selectJobs(
  step: string,
  to: JobDecision['to'],
  { opened, reader, conditions }: Deciding,
): Promise<readonly JobDecision[] | string> {
  const { campaign, rosters } = opened;
  const fault = conditionFault(conditions, campaign, rosters, step);
  if (fault !== undefined) return `--where: ${fault}`;
  const isSelected = conditionTest(conditions, campaign, rosters);
  const doubtful = await listJobs(reader, { step, state: 'inDoubt' });
  const rejected =
    to === 'pending' && meansRejected(conditions) ? await listJobs(reader, { step, state: 'rejected' }) : [];
  return [...doubtful, ...rejected].filter(isSelected).map((job) => ({ job, to }));
}

/** What becomes of one job, or in words why it cannot. */
async function decideOne(address: string, to: JobDecision['to'], deciding: Deciding): Promise<JobDecision | string> {
  const { opened, reader, options, host } = deciding;
  const isMasked = address.includes('…');
  const found = isMasked ? await jobsMaskedAs(address, reader) : [await jobAt(address, opened, reader)];
  const whole = isMasked ? `; \`${formatCommand(options)('reconcile', '--show-numbers')}\` shows full numbers` : '';
  const [job] = found;
  if (found.length > 1) return `${address} may be one of ${found.length} people${whole}`;
  if (job === undefined)
    return `There is no job ${address} ${isMasked ? 'that is in doubt or rejected' : 'in the state file'}${whole}`;
  const tells = to === 'accepted' && options.output.length > 0;
  // A person may complete a receipt that had no outputs, too.
  if (!mayDecide(job, to) && !(job.state === 'accepted' && tells))
    return `${address} is ${job.state}, not in doubt${job.state === 'sending' ? await whySending(deciding) : ''}`;
  const now = host.clock.now();
  const waits = to === 'pending' && !options.now && options.sandbox !== true;
  const waitMs = waits ? await resendWaitMs(job, reader, now) : 0;
  if (waitMs > 0) {
    const time = formatDayTime(now + waitMs, opened.campaign.timezone, true);
    const risk = job.naturalKey === undefined ? 'they get it twice' : 'it arrives and is recorded as rejected';
    return `${address} may still arrive: resend it after ${time}, or pass --now and risk that ${risk}`;
  }
  if (!tells) return { job, to };
  const outputs = parseOutputOption(
    options.output,
    job,
    opened.campaign.steps.find((step) => step.id === job.step)?.uses,
  );
  return typeof outputs === 'string' ? outputs : { job, to, outputs };
}

async function whySending({ reader, options }: Deciding): Promise<string> {
  if (await isUnderWay(reader)) return ': a process waits for its answer';
  return `: its process died, and \`${formatCommand(options)('run')}\` first retries it or leaves it to you`;
}

/** Jobs that a person may decide about, by an address as lists show it, such as `hello[234…0900]`. */
async function jobsMaskedAs(address: string, reader: RunReader): Promise<readonly JobRecord[]> {
  const [, step = '', number = ''] = /^([^[\]]+)\[(.+)\]$/.exec(address) ?? [];
  const both = await Promise.all((['inDoubt', 'rejected'] as const).map((state) => listJobs(reader, { step, state })));
  return both.flat().filter(({ key }) => key !== undefined && maskKey(key) === number);
}

/** An address as we print it, or with the number as people write it. */
async function jobAt(address: string, { campaign }: OpenedCampaign, reader: RunReader): Promise<JobRecord | undefined> {
  const id = parseAddress(address);
  const job = id && (await reader.job(id));
  const [, step = '', number = ''] = /^([^[\]]+)\[(.+)\]$/.exec(address) ?? [];
  if (job !== undefined || number === '') return job;
  const audience = campaign.steps.find(({ id: one }) => one === step)?.forEach?.audience;
  const audiences = campaign.audiences.filter(({ name }) => audience === undefined || name === audience);
  const keys = await askedKeys(number, audiences);
  for (const key of keys) {
    const found = await reader.job({ step, key });
    if (found !== undefined) return found;
  }
  return undefined;
}
