import { createHash } from 'node:crypto';
import { loadParsedCountryOf } from '../../src/audience/number/number-country.ts';
import { auditStarts } from '../../src/audit/audit.ts';
import type { AuditedStart, AuditFinding, AuditRule } from '../../src/audit/audited-start.ts';
import { hasJobIn } from '../../src/campaign/audiences/selection.ts';
import type { Campaign, Step } from '../../src/campaign/campaign.ts';
import type { LoadedCampaign } from '../../src/campaign/loaded-campaign.ts';
import { formatAddress, type JobAddress, type JobId, parseAddress } from '../../src/job/address.ts';
import type { Instant } from '../../src/platform/ports.ts';
import { loggedRequests } from '../../src/rehearsal/kill-everywhere.ts';
import type { RehearsalResult } from '../../src/rehearsal/run-rehearsal.ts';
import { type Comparison, compareWithLedger, type LoggedRequest } from '../../src/report/rehearsal/compare.ts';
import { isRequest, parseEntry } from '../../src/sandbox/journal/journal.ts';
import { dispositionOf } from '../../src/service/contract/statuses.ts';
import { operationIds, operations } from '../../src/service/operations/operations.ts';
import type { SimulatedCampaign } from './simulated-campaign.ts';
import type { SimulatedDecisions } from './simulated-decisions.ts';
import type { SimulatedMachine } from './simulated-machine.ts';
import type { Quiet } from './simulated-people.ts';

/** As the library's parser has it: the engine asks another function. */
const countryOf = await loadParsedCountryOf();

/** The files as one process, and those after it, found them. */
export interface Version {
  readonly from: Instant;
  readonly written: SimulatedCampaign;
  readonly loaded: LoadedCampaign;
}

export interface ProcessNote {
  readonly began: Instant;
  /** Jobs that the process before left `sending`. */
  readonly left: readonly JobAddress[];
  /** Jobs that were put in doubt in this one; `isDropped`: not by an answer that was lost, but because they cannot be sent again. */
  readonly doubts: { readonly address: JobAddress; readonly isDropped: boolean }[];
}

export interface Evidence {
  readonly rehearsal: RehearsalResult;
  readonly versions: readonly Version[];
  readonly processes: readonly ProcessNote[];
  readonly quiets: readonly Quiet[];
  readonly decisions: Pick<SimulatedDecisions, 'made' | 'ignored'>;
  readonly machine: SimulatedMachine;
  /** How long after it has left a request may arrive. */
  readonly jitterMs: number;
  /** How much later than its slot it may arrive. */
  readonly slotJitterMs: number;
  readonly latencyMs: number;
}

export interface Verdict {
  readonly broken: readonly string[];
  readonly doubts: number;
}

/** What the sandbox saw, against everything that was promised: nobody is counted, all are named. */
export function judgeSimulation(evidence: Evidence): Verdict {
  const { rehearsal, versions, processes } = evidence;
  const { account, result, records } = rehearsal;
  const whole = wholeCampaign(versions);
  const requests = [...loggedRequests(account)];
  const comparison = compareWithLedger({ campaign: whole, records, requests });
  const { duplicated, lost, unmatched, doubtsArrived, doubtsNot } = comparison;
  const denied = deniedFor(evidence);
  const unrecorded = comparison.unrecorded.filter((address) => !denied.has(address));
  const { summary, ended, reason, kept } = result;
  const broken = [
    ...duplicated.map((address) => `${address} was reached twice`),
    ...lost.map((address) => `${address} is accepted, and was not reached`),
    ...unrecorded.map((address) => `${address} was reached but recorded as not reached`),
    ...(unmatched > 0 ? [`${unmatched} effects belong to no job`] : []),
    ...auditAll(evidence, whole, comparison).map(
      ({ rule, step, key, at, message }) => `audit, ${rule}: ${step ?? ''} ${key ?? ''} ${message} (${shown(at)})`,
    ),
    ...inQuiet(evidence, requests),
    ...laddersBroken(evidence, whole, comparison),
    ...(denied.size > 0 ? [] : moneyBroken(versions, whole, requests)),
    ...processes.flatMap((process) => doubtsBroken(process, whole.limits)),
    ...doubtsWithoutRequest(evidence, comparison),
    ...decisionsBroken(evidence),
    // The clock says which wave a start belongs to.
    ...(evidence.machine.setAt.length > 0 ? [] : wavesBroken(evidence, whole, comparison)),
    ...(ended === 'finished' && kept.length === 0 && summary.pending > 0
      ? [`${summary.pending} jobs are pending though the run is finished`]
      : []),
    ...(reason?.kind === 'endless' ? ['it never ended'] : []),
  ];
  return { broken, doubts: doubtsArrived.length + doubtsNot.length };
}

/**
 * Jobs whose work was done while the service said by a code of its own, or a 429, that it was not, and to which no later answer said
 * the truth: nobody can know better.
 */
function deniedFor({ rehearsal: { account, records } }: Evidence): ReadonlySet<JobAddress> {
  const denied = new Set<string>();
  for (const line of account.journal.lines()) {
    const entry = parseEntry(line);
    if (!isRequest(entry)) continue;
    const { body, answer, fault, facts = [] } = entry;
    const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 16);
    const { status, code = status } = (answer.body ?? {}) as Readonly<Record<string, unknown>>;
    const isTaken = fault === 'status' || (fault === 'http' && answer.http === 429);
    if (isTaken && facts.length > 0) denied.add(hash);
    if (fault === undefined && receipts.includes(code)) denied.delete(hash);
  }
  const jobs = records.filter(({ requestHash: hash = '' }) => denied.has(hash));
  return new Set(jobs.map((job) => formatAddress(job)));
}

const receipts: readonly unknown[] = Object.values(operations).flatMap(({ receipt }) => receipt ?? []);

function shown(at: Instant | undefined): string {
  return at === undefined ? '' : new Date(at).toISOString();
}

/** As the files are at the end, and the steps that they once had, which then speak of the others by their latest names. */
function wholeCampaign(versions: readonly Version[]): Campaign {
  const { written: lastWritten, loaded: last } = versions.at(-1)!;
  const labels = labelsOf(versions);
  const latest = new Map(versions.flatMap(({ written }) => written.steps.map(({ id, label }) => [label, id])));
  const now = (id: string): string => latest.get(labels.get(id) ?? id) ?? id;
  const gone = new Map<string, Step>();
  for (const { written, loaded } of versions) {
    for (const { id, label } of written.steps) {
      const step = loaded.campaign.steps.find((one) => one.id === id);
      if (step === undefined || lastWritten.steps.some((one) => one.label === label)) continue;
      const { forEach, needs } = step;
      const onlyIf = forEach?.onlyIf && { ...forEach.onlyIf, step: now(forEach.onlyIf.step) };
      const each = forEach && { ...forEach, ...(onlyIf === undefined ? {} : { onlyIf }) };
      gone.set(label, { ...step, needs: needs.map(now), ...(each === undefined ? {} : { forEach: each }) });
    }
  }
  return { ...last.campaign, steps: [...last.campaign.steps, ...gone.values()] };
}

function labelsOf(versions: readonly Version[]): ReadonlyMap<string, string> {
  return new Map(versions.flatMap(({ written }) => written.steps.map(({ id, label }) => [id, label])));
}

function auditAll(evidence: Evidence, whole: Campaign, { starts }: Comparison): readonly AuditFinding[] {
  const { versions, machine, processes, decisions, slotJitterMs: jitterMs } = evidence;
  const last = versions.at(-1)!;
  if (versions.length === 1 && machine.setAt.length === 0) {
    const { campaign, rosters, windows } = last.loaded;
    return auditStarts({
      campaign,
      rosters,
      windows,
      countryOf,
      starts,
      // A job that somebody sends again may be that of a step whose followers have begun.
      uninterrupted: processes.length === 1 && decisions.made.every(({ to }) => to !== 'pending'),
      jitterMs,
    }).findings;
  }
  // Rates are counted by the clock, so that they begin again when it is set; nobody is reached twice, whatever it shows.
  const stretches = splitAt(
    starts.filter(({ at }) => !isAboutASetting(evidence, at)),
    machine.setAt,
  );
  const noDelay =
    machine.setAt.length === 0 ? whole : { ...whole, steps: whole.steps.map((step) => ({ ...step, delayMs: 0 })) };
  const auditOf = (campaign: Campaign, some: readonly AuditedStart[]): readonly AuditFinding[] =>
    auditStarts({ campaign, rosters: last.loaded.rosters, starts: some, uninterrupted: false, jitterMs }).findings;
  const over = stretches.flatMap((some) => auditOf(whole, some).filter(({ rule }) => rule === 'rate'));
  // What was refused, and then edited, is a request without a known job: it was not a message.
  const messages = stretches.map((some) => some.filter(({ steps, repeat }) => repeat !== true || steps.length === 1));
  const apart = messages.flatMap((some) => auditOf(whole, some).filter(({ rule }) => rule === 'perRecipient'));
  const once = auditOf(noDelay, starts).filter(({ rule }) => rule === 'once');
  // People who are added later begin with the first step again.
  const atFirst = starts.filter(({ at }) => at < (versions[1]?.from ?? Number.POSITIVE_INFINITY));
  const inOrder = auditOf(noDelay, atFirst).filter(({ rule }) => rule === 'order');
  const each = splitAt(
    starts,
    versions.slice(1).map(({ from }) => from),
  ).flatMap((some, index) => auditVersion(evidence, versions[index]!, some));
  return [...over, ...apart, ...once, ...inOrder, ...each.filter(({ rule }) => atEachStart.includes(rule))];
}

function wavesBroken({ rehearsal, versions, slotJitterMs }: Evidence, whole: Campaign, { starts }: Comparison) {
  const { waves } = rehearsal;
  const { rosters } = versions.at(-1)!.loaded;
  const findings = auditStarts({
    campaign: whole,
    rosters,
    starts,
    waves,
    uninterrupted: false,
    jitterMs: slotJitterMs,
  }).findings;
  return findings.flatMap(({ rule, step, message }) => (rule === 'waves' ? [`${step}: ${message}`] : []));
}

const atEachStart: readonly AuditRule[] = ['audience', 'hours', 'dates', 'session'];

/** By the files as they were then, and by the clock that the machine showed. */
function auditVersion(evidence: Evidence, version: Version, starts: readonly AuditedStart[]): readonly AuditFinding[] {
  const { machine, versions, slotJitterMs: jitterMs } = evidence;
  const { campaign, rosters, windows } = version.loaded;
  const labels = labelsOf(versions);
  const ids = new Map(version.written.steps.map(({ id, label }) => [label, id]));
  const then = starts.flatMap(({ steps, at, ...rest }) => {
    if (isAboutASetting(evidence, at)) return [];
    const idsThen = steps.flatMap((id) => ids.get(labels.get(id) ?? id) ?? []);
    return [{ ...rest, steps: idsThen.length === 0 ? steps : idsThen, at: machine.shownAt(at) }];
  });
  return auditStarts({ campaign, rosters, windows, countryOf, starts: then, uninterrupted: false, jitterMs }).findings;
}

/** It was on its way when the clock was set: nobody knows what it showed. */
function isAboutASetting({ machine, slotJitterMs }: Evidence, at: Instant): boolean {
  return machine.setAt.some((set) => at >= set && at <= set + slotJitterMs);
}

function splitAt(starts: readonly AuditedStart[], instants: readonly Instant[]): readonly AuditedStart[][] {
  const parts: AuditedStart[][] = [...instants, 0].map(() => []);
  for (const start of starts) parts[instants.filter((instant) => instant <= start.at).length]!.push(start);
  return parts;
}

/** Nothing leaves while it is paused, after a cancel, in a drain, asleep, and after an answer that halts. */
function inQuiet(evidence: Evidence, requests: readonly LoggedRequest[]): readonly string[] {
  const { quiets, processes, jitterMs, slotJitterMs, latencyMs } = evidence;
  const nextProcess = (at: Instant): Instant =>
    processes.find(({ began }) => began >= at)?.began ?? Number.POSITIVE_INFINITY;
  const halts = requests.flatMap((request) => {
    const operation = operationIds.find((id) => id === request.operation);
    if (operation === undefined || request.code === undefined) return [];
    if (request.fault !== undefined && request.fault !== 'status') return [];
    if (dispositionOf(operation, request.code) !== 'halt') return [];
    const from = receivedAt(request.at + latencyMs, quiets);
    return nextProcess(request.at + 1) < from ? [] : [{ why: 'halted', from, to: undefined }];
  });
  return [...quiets, ...halts].flatMap(({ why, from, to }) => {
    const until = to ?? nextProcess(from);
    // A budget that is used up keeps back only what it does not pay for.
    const isNew = why === 'stopping';
    const since = from + (isNew ? slotJitterMs : jitterMs);
    const late = requests.filter(
      (request) => request.at > since && request.at < until && !(isNew && isFurtherPage(request)),
    );
    return late.map(({ operation, at }) => `${operation} was started while ${why} since ${shown(from)} (${shown(at)})`);
  });
}

/** A machine that sleeps receives an answer when it wakes. */
function receivedAt(at: Instant, quiets: readonly Quiet[]): Instant {
  const slept = quiets.filter(({ why, from, to = 0 }) => why === 'asleep' && from <= at && at < to);
  return Math.max(at, ...slept.map(({ to = 0 }) => to));
}

/** A list that was begun is read to its end. */
function isFurtherPage({ body }: LoggedRequest): boolean {
  return typeof body === 'object' && body !== null && 'current' in body && Number(body.current) > 1;
}

/** A fallback is for those alone who ended as it says: nobody in doubt, nobody who was reached. */
function laddersBroken({ rehearsal }: Evidence, whole: Campaign, { starts }: Comparison): readonly string[] {
  const states = new Map(rehearsal.records.map((job) => [formatAddress(job), job.state]));
  return starts.flatMap(({ steps: [id, other], key }) => {
    const onlyIf = whole.steps.find((step) => step.id === id)?.forEach?.onlyIf;
    if (onlyIf === undefined || other !== undefined || key === undefined) return [];
    if (onlyIf.outcomes.some((one) => one === 'skipped' || one === 'expired')) return [];
    const earlier = { step: onlyIf.step, key };
    const state = states.get(formatAddress(earlier));
    if (onlyIf.outcomes.some((one) => one === state)) return [];
    return [
      `${id}[${key}] is for ${onlyIf.outcomes.join()} alone, and ${formatAddress(earlier)} is ${state ?? 'pending'}`,
    ];
  });
}

/**
 * What the service has charged for. A message that was chosen to be sent again may cost twice, and of a step that was taken out
 * the state file does not know what it cost.
 */
function moneyBroken(
  versions: readonly Version[],
  whole: Campaign,
  requests: readonly LoggedRequest[],
): readonly string[] {
  const { budget } = whole.limits;
  const isKnown = whole.steps.length === versions.at(-1)!.loaded.campaign.steps.length;
  if (budget === undefined || !isKnown || whole.steps.some(({ onUnknown }) => onUnknown === 'resend')) return [];
  const spent = requests
    .filter(({ effect }) => effect)
    .reduce(
      (sum, { operation }) =>
        sum + (operationIds.some((id) => id === operation) ? (whole.costs[operation as 'otp.send'] ?? 0) : 0),
      0,
    );
  return spent > budget + 1e-9 ? [`${spent} was spent of a budget of ${budget}`] : [];
}

/** A crash leaves no more open than were under way; the run ends where `limits.doubts` says. */
function doubtsBroken({ left, doubts }: ProcessNote, limits: Campaign['limits']): readonly string[] {
  const { concurrency } = limits;
  const open = left.length;
  const inDoubt = doubts.filter(({ isDropped }) => !isDropped).length;
  return [
    ...(open > concurrency ? [`${open} jobs were under way at a death, where ${concurrency} may be`] : []),
    ...(inDoubt - open > limits.doubts + concurrency - 1
      ? [`${inDoubt} jobs were put in doubt, where the run halts at ${limits.doubts}`]
      : []),
  ];
}

/** Nobody has to ask the service about a request that nobody made. What was under way at a death may have left. */
function doubtsWithoutRequest(evidence: Evidence, { starts }: Comparison): readonly string[] {
  const { processes, versions } = evidence;
  const labels = labelsOf(versions);
  const label = (step: string): string => labels.get(step) ?? step;
  const name = (address: JobAddress): string => {
    const { step, key } = parseAddress(address)!;
    return `${label(step)} ${key ?? ''}`;
  };
  const mayHaveLeft = new Set(processes.flatMap(({ left }) => left.map(name)));
  for (const { steps, key } of starts) for (const step of steps) mayHaveLeft.add(`${label(step)} ${key ?? ''}`);
  return processes
    .flatMap(({ doubts }) => doubts.map(({ address }) => address))
    .filter((address) => !mayHaveLeft.has(name(address)))
    .map((address) => `${address} was put in doubt, and no request for it was made`);
}

/** What a person decides is recorded, is not overruled, and holds nobody back any longer. */
function decisionsBroken({ rehearsal: { records, result }, decisions, versions }: Evidence): readonly string[] {
  const { made, ignored } = decisions;
  const labels = labelsOf(versions);
  const name = (step: string, key: string | undefined): string => `${labels.get(step) ?? step}[${key ?? ''}]`;
  const jobs = new Map(records.map((job) => [name(job.step, job.key), job]));
  const nameOf = (address: JobAddress): string => {
    const { step, key } = parseAddress(address)!;
    return name(step, key);
  };
  const counts = new Map<string, number>();
  for (const { address } of made) counts.set(nameOf(address), (counts.get(nameOf(address)) ?? 0) + 1);
  const forgotten = [...counts].filter(([job, times]) => (jobs.get(job)?.decisions ?? []).length !== times);
  const latest = new Map(made.map(({ address, to }) => [nameOf(address), to]));
  const overruled = [...latest].filter(([job, to]) => to !== 'pending' && jobs.get(job)?.state !== to);
  const last = versions.at(-1)!.loaded;
  // A run that was stopped has not come to them.
  const waiting =
    result.ended === 'finished'
      ? records.filter((job) => job.state === 'skipped' && job.reason?.startsWith('undecided:') && hasJob(last, job))
      : [];
  const heldBack = waiting.filter(({ reason = '', key }) => {
    const on = jobs.get(name(reason.slice('undecided:'.length), key));
    return on !== undefined && on.state !== 'inDoubt' && latest.has(name(on.step, on.key));
  });
  return [
    ...ignored,
    ...forgotten.map(([job]) => `the decision upon ${job} is not recorded`),
    ...overruled.map(([job, to]) => `${job} was decided to be ${to}, and is ${jobs.get(job)?.state}`),
    ...heldBack.map((job) => `${formatAddress(job)} waits for a decision that was made`),
  ];
}

/** Whether the files have the job. */
export function hasJob({ campaign, rosters }: LoadedCampaign, { step: id, key }: JobId): boolean {
  const step = campaign.steps.find((one) => one.id === id);
  return step !== undefined && hasJobIn(step, rosters.get(step.forEach?.audience ?? ''))(key);
}
