import { askedKeys } from '../../campaign/audiences/asked-number.ts';
import { formatAddress, jobId, parseAddress } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import { shownAddress, shownReason } from '../../report/mask.ts';
import { previewToJson } from '../../report/message/json.ts';
import { previewLines } from '../../report/message/text.ts';
import { formatDayTime, formatJobs } from '../../report/plan/words.ts';
import { resendableIn } from '../../run/decide/late-arrival.ts';
import type { Preview } from '../../run/preview/preview-request.ts';
import { sentRequest } from '../../run/preview/sent-request.ts';
import { listJobs, type RunReader } from '../../state/backend.ts';
import { RefusedChange } from '../../state/change.ts';
import { formatInstant } from '../../time/local-time.ts';
import { formatCommand, shellWord } from '../messages/format-command.ts';
import { missingRunHint } from '../messages/missing-run.ts';
import { isUnderWay } from '../messages/run-state.ts';
import { refusalMessage } from '../messages/state-messages.ts';
import { couldNot, type OpenedCampaign, openCampaign, placeOf } from '../open/open-campaign.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { parseOutputOption } from '../options/output-option.ts';
import { previewInput } from '../preview/preview-input.ts';

export interface ReconcileOptions extends CampaignOptions {
  readonly accept: readonly string[];
  readonly resend: readonly string[];
  readonly drop: readonly string[];
  /** Resend although the earlier request may still arrive. */
  readonly now: boolean;
  /** `name=value`: outputs that an accepted job is known to have given. */
  readonly output: readonly string[];
  readonly showNumbers: boolean;
  readonly format: 'text' | 'json';
}

type Decision = 'accepted' | 'pending' | 'cancelled';

/** callsheet reconcile FILE: lists the jobs in doubt, or carries out a person's decision on some of them. */
export async function reconcile(options: ReconcileOptions, host: Host): Promise<ExitCode> {
  const opened = await openCampaign(options.format === 'json' ? { ...options, findings: 'aside' } : options, host);
  if (typeof opened === 'number') return opened;
  try {
    const { reader } = opened;
    if (reader === undefined) return couldNot(host, await missingRunHint(options, placeOf(opened, options), host));
    const asked: [Decision, readonly string[]][] = [
      ['accepted', options.accept],
      ['pending', options.resend],
      ['cancelled', options.drop],
    ];
    if (options.output.length > 0 && options.accept.length !== 1)
      return couldNot(
        host,
        '--output sets the outputs of one job and needs exactly one --accept. Nothing was changed.',
      );
    if (asked.some(([, addresses]) => addresses.length > 0))
      return await decide({ asked, opened, reader, options, host });
    return await list(opened, reader, options, host);
  } finally {
    await opened.close();
  }
}

async function decide(input: {
  readonly asked: readonly (readonly [Decision, readonly string[]])[];
  readonly opened: OpenedCampaign;
  readonly reader: RunReader;
  readonly options: ReconcileOptions;
  readonly host: Host;
}): Promise<ExitCode> {
  const { asked, opened, reader, options, host } = input;
  const now = host.clock.now();
  const decisions: Decided[] = [];
  for (const [to, addresses] of asked) {
    for (const address of addresses) {
      const decided = await decideOne(address, to, input, now);
      const twice = decisions.some(({ job }) => typeof decided !== 'string' && isSame(job, decided.job));
      if (typeof decided === 'string' || twice) {
        const fault = typeof decided === 'string' ? decided : `${address} is named twice`;
        return couldNot(host, `${fault}. Nothing was changed.`);
      }
      decisions.push(decided);
    }
  }
  const { backend } = opened;
  const recorded = backend.decide(
    reader.about,
    decisions.map(({ job, to: state, outputs }) => ({
      ...jobId(job.step, job.key),
      attempts: job.attempts,
      state,
      at: now,
      ...(outputs === undefined ? {} : { outputs }),
    })),
  );
  const refused = await recorded.catch((error: unknown) => {
    if (error instanceof RefusedChange) return error.message;
    throw error;
  });
  if (typeof refused === 'string') return couldNot(host, `${refused}. List the jobs again. Nothing was changed.`);
  if (refused !== undefined) return couldNot(host, refusalMessage(refused.refused, backend.location, options));
  for (const { job, to } of decisions) host.console.out(`${formatAddress(job)} is now ${to}.\n`);
  return exitCode.done;
}

interface Decided {
  readonly job: JobRecord;
  readonly to: Decision;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

/** What becomes of one job, or in words why it cannot. */
async function decideOne(
  address: string,
  to: Decision,
  { opened, reader, options }: Pick<Parameters<typeof decide>[0], 'opened' | 'reader' | 'options'>,
  now: Instant,
): Promise<Decided | string> {
  const job = await jobAt(address, opened, reader);
  if (job === undefined) {
    const masked = address.includes('…');
    const whole = masked ? `; \`${formatCommand(options)('reconcile', '--show-numbers')}\` shows full numbers` : '';
    return `There is no job ${address} in the state file${whole}`;
  }
  const tells = to === 'accepted' && options.output.length > 0;
  // A person may try a refused job again, and complete a receipt that had no outputs; everything else must be in doubt.
  const open =
    job.state === 'inDoubt' || (job.state === 'rejected' && to === 'pending') || (job.state === 'accepted' && tells);
  if (!open) return `${address} is ${job.state}, not in doubt`;
  // The sandbox of an earlier run has ended, and its clock skipped every wait.
  const waits = to === 'pending' && !options.now && options.sandbox !== true;
  const waitMs = waits ? resendableIn(job, (await reader.claimAge?.(job)) ?? now - (job.at ?? now)) : 0;
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

function isSame(one: JobRecord, other: JobRecord): boolean {
  return one.step === other.step && one.key === other.key;
}

async function list(
  opened: OpenedCampaign,
  reader: RunReader,
  options: ReconcileOptions,
  host: Host,
): Promise<ExitCode> {
  const input = previewInput(opened, host, 'values');
  const died = (await isUnderWay(reader)) ? [] : await listJobs(reader, { state: 'sending' });
  const inDoubt = await listJobs(reader, { state: 'inDoubt' });
  if (options.format === 'json') {
    for (const jobs of [inDoubt, died]) {
      for (const job of jobs) {
        const sent = await sentRequest(input, job);
        host.console.out(`${JSON.stringify(toJson(job, sent, opened.campaign.timezone))}\n`);
      }
    }
    return exitCode.done;
  }
  let count = 0;
  let first = '';
  for (const job of inDoubt) {
    if (++count === 1) first = formatAddress(job);
    const shown = shownAddress(job, options.showNumbers);
    const at = job.at === undefined ? '' : `, tried ${formatDayTime(job.at, opened.campaign.timezone, true)}`;
    const reason = shownReason(job.reason ?? 'no valid answer came', options.showNumbers);
    host.console.out(`${shown}${at}: ${reason}\n`);
    for (const line of previewLines(await sentRequest(input, job), { ...options, campaign: opened.campaign })) {
      host.console.out(`${line}\n`);
    }
  }
  const command = formatCommand(options);
  if (died.length > 0) {
    host.console.out(
      `${formatJobs(died.length)} had no answer when the process died: \`${command('run')}\` retries those that are idempotent and lists the rest here.\n`,
    );
  }
  if (count + died.length === 0) host.console.out('No jobs are in doubt.\n');
  if (count === 0) return exitCode.done;
  // An example with a masked number could not be pasted.
  const isWhole = options.showNumbers || parseAddress(first)?.key === undefined;
  const how = isWhole
    ? `Example: \`${command('reconcile', `--accept ${shellWord(first)}`)}\`.`
    : `\`${command('reconcile', '--show-numbers')}\` shows the full numbers.`;
  host.console.out(
    `\n${count} in doubt. For each: --accept ADDRESS (delivered), --resend ADDRESS (may reach them twice), --drop ADDRESS (give up). ${how}\n`,
  );
  return exitCode.done;
}

function toJson(job: JobRecord, sent: Preview | undefined, timezone: string): unknown {
  const { state, reason, attempts } = job;
  const at = job.at === undefined ? undefined : formatInstant(job.at, timezone);
  return { address: formatAddress(job), state, at, reason, attempts, ...(sent && previewToJson(sent)) };
}
