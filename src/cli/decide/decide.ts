import { hasColumn } from '../../audience/comparable.ts';
import { askedKeys } from '../../campaign/audiences/part.ts';
import { counted, formatCount } from '../../diagnostic/count-words.ts';
import { formatSuggestion, suggestion } from '../../diagnostic/did-you-mean.ts';
import { maskNumber } from '../../diagnostic/numbers-in-text.ts';
import { formatAddress, type JobId, parseAddress } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import { listJobs, type RunReader } from '../../ledger/backend.ts';
import { shownAddress, shownReason } from '../../report/mask.ts';
import { formatDayTime, formatJobs } from '../../report/plan/words.ts';
import { decidedCounts } from '../../report/run/signed-text.ts';
import { type Decided, decideJobs, type JobDecision, mayDecide } from '../../run/operator/decide-jobs.ts';
import { conditionFault, conditionTest, type JobCondition, meansRejected } from '../../run/operator/job-conditions.ts';
import { placesIn } from '../../run/resume/edits.ts';
import { isUnderWay } from '../../run/run-state.ts';
import { type OperationId, operations } from '../../service/operations/operations.ts';
import { type ListRow, problemWords, readList } from '../contacts/read-people.ts';
import { answer, couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { formatCommand } from '../messages/format-command.ts';
import { refusalMessage } from '../messages/state-messages.ts';
import { type OpenedCampaign } from '../open/open-campaign.ts';
import { signedBy } from '../options/shared-options.ts';
import { seeNow } from '../plan/outlook.ts';
import type { Given } from '../program.ts';

/** Where decisions come from, and what they are about. */
interface Deciding {
  readonly opened: OpenedCampaign<Given<'reconcile'>>;
  /** It finds jobs by the present names of their steps, too. */
  readonly reader: RunReader;
  readonly conditions: readonly JobCondition[];
}

/** Decisions about jobs that are named are recorded together or not at all; those about all of a step, or of a list, as far as they can be. */
export async function decide(deciding: Deciding): Promise<ExitCode> {
  const { options, host } = deciding.opened;
  const wanted = new Map<string, JobDecision>();
  let [isBulk, gone, settledBefore] = [false, 0, 0];
  /** In words what is wrong, if only with two decisions about one job. */
  const take = (chosen: Chosen | string): string | undefined => {
    if (typeof chosen === 'string') return chosen;
    isBulk ||= chosen.gone !== undefined;
    gone += chosen.gone ?? 0;
    settledBefore += chosen.settled ?? 0;
    for (const one of chosen.decisions) {
      const name = formatAddress(one.job);
      if (wanted.has(name)) return `${shownAddress(one.job, options.showNumbers)} is named twice`;
      wanted.set(name, one);
    }
    return undefined;
  };
  const asked = [
    ['accepted', options.accept],
    ['pending', options.resend],
    ['cancelled', options.drop],
  ] as const;
  let problem: string | undefined;
  for (const [to, addresses] of asked)
    for (const address of addresses) problem ??= take(await choose(address, to, deciding));
  if (options.from !== undefined) problem ??= take(await readDecisions(options.from, deciding));
  if (problem !== undefined)
    return couldNot(host, `${problem}${/[.?]$/.test(problem) ? '' : '.'} Nothing was changed.`);
  return record([...wanted.values()], { ...deciding, isBulk, gone, settledBefore });
}

interface Chosen {
  readonly decisions: readonly JobDecision[];
  /** Of many jobs at once: those that would be sent to people who are not in the list of the step any more. */
  readonly gone?: number;
  /** Rows of a list about jobs that cannot be decided so any more, or after another attempt. */
  readonly settled?: number;
}

/** What an address stands for, a job or a step, or in words why for nothing. */
async function choose(address: string, to: JobDecision['to'], deciding: Deciding): Promise<Chosen | string> {
  const { step } = placesIn(deciding.opened, address);
  if (step?.forEach !== undefined) {
    if (to === 'accepted' && deciding.opened.options.output.length > 0)
      return `--output sets the outputs of one job: name it, as ${address}[NUMBER]`;
    return selectJobs(step.id, to, deciding);
  }
  if (deciding.conditions.length === 0) return decideOne(address, to, deciding);
  const unknown = await unknownStep(address, deciding);
  return unknown ?? `--where selects jobs of a step with forEach, and ${address} is not one`;
}

async function record(
  decisions: readonly JobDecision[],
  given: Deciding & { readonly isBulk: boolean; readonly gone: number; readonly settledBefore: number },
): Promise<ExitCode> {
  const { opened, reader, isBulk, gone, settledBefore } = given;
  const { backend, options, host } = opened;
  const result = await decideJobs({
    backend,
    reader,
    decisions,
    who: signedBy(options, host),
    at: host.clock.now(),
    // The sandbox of an earlier run has ended, and its clock skipped every wait.
    now: options.now || options.sandbox === true,
    together: !isBulk,
  });
  if ('refused' in result) return couldNot(host, refusalMessage(result.refused, backend.location, options));
  const sums = { ...result, gone, before: settledBefore, timezone: opened.campaign.timezone };
  if (isBulk) {
    const { selected, decided, early } = countsOf(sums);
    if (options.format === 'json' || selected > 0)
      answer(host, options.format, { json: bulkJson(sums), text: bulkText(sums) });
    else host.console.err(`${nothingSelected(given)} Nothing was changed.\n`);
    if (options.format !== 'json' && (await isNothingSent(given, result))) host.console.err(nothingSent);
    return selected === 0 || (decided === 0 && early > 0) ? exitCode.couldNotRun : exitCode.done;
  }
  const [changed] = result.settled;
  if (changed !== undefined) {
    const name = shownAddress(changed.job, options.showNumbers);
    const what = `could not be decided as ${changed.to}: its state has changed`;
    return couldNot(host, `${name} ${what}. List the jobs again. Nothing was changed.`);
  }
  const [early] = result.early;
  if (early !== undefined) {
    const time = formatDayTime(result.resendableAt!, opened.campaign.timezone, true);
    const risk = early.job.naturalKey === undefined ? 'they get it twice' : 'it arrives and is recorded as rejected';
    const what = `may still arrive: resend it after ${time}, or pass --now and risk that ${risk}`;
    return couldNot(host, `${shownAddress(early.job, options.showNumbers)} ${what}. Nothing was changed.`);
  }
  const lines = result.decided.map(({ job, to }) => `${shownAddress(job, options.showNumbers)} is now ${to}.\n`);
  answer(host, options.format, { json: bulkJson(sums), text: lines.join('') });
  if (options.format !== 'json') {
    if (await isNothingSent(given, result)) host.console.err(nothingSent);
    else if (!(await isUnderWay(reader)))
      host.console.err(`\`${formatCommand(options)('status')}\` says what is left for the next run.\n`);
  }
  return exitCode.done;
}

/** Although it was decided that something is sent again: it may have no time left, for example. No process is running. */
async function isNothingSent({ opened }: Deciding, { decided }: Decided): Promise<boolean> {
  if (!decided.some(({ to }) => to === 'pending')) return false;
  return (await seeNow(opened)).seen.state === 'finished';
}

const nothingSent = 'As the campaign is now, nothing would be sent.\n';

interface BulkSums extends Decided {
  /** Rows of a list whose jobs were settled when it was read. */
  readonly before: number;
  /** Nothing would be sent to them: they are not in the list any more. */
  readonly gone: number;
  readonly timezone: string;
}

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

function nothingSelected({ opened, conditions, gone }: Deciding & { readonly gone: number }): string {
  if (gone > 0)
    return `${formatJobs(gone)} ${gone === 1 ? 'is' : 'are'} selected, but no longer in the list of the step, so nothing would be sent.`;
  if (meansRejected(conditions)) return 'No job that can be decided so matches --where.';
  const rejected =
    opened.options.resend.length === 0
      ? ''
      : ' To select rejected jobs, add --where job.code=CODE or --where job.state=rejected.';
  return `No job in doubt is selected.${rejected}`;
}

/** `38 of 40 decided: 38 accepted; 2 are no longer in doubt`. */
function bulkText(sums: BulkSums): string {
  const { gone } = sums;
  const { selected, decided, settled, early, ...states } = countsOf(sums);
  const kinds = decidedCounts(states);
  const what = kinds === '' ? '' : `: ${kinds}`;
  const meanwhile = settled === 0 ? '' : `; ${counted(settled, 'is', 'are')} no longer in doubt`;
  const left = gone === 0 ? '' : `; ${formatCount(gone)} more ${gone === 1 ? 'is' : 'are'} no longer in the list`;
  const waiting =
    early === 0
      ? ''
      : `\n${formatCount(early)} may still arrive: resend them after ${formatDayTime(sums.resendableAt ?? 0, sums.timezone, true)}, or pass --now and risk that they arrive twice.`;
  return `${formatCount(decided)} of ${formatCount(selected)} decided${what}${meanwhile}${left}.${waiting}\n`;
}

function bulkJson(sums: BulkSums): object {
  const { resendableAt } = sums;
  const at = resendableAt === undefined ? {} : { resendableAt: new Date(resendableAt).toISOString() };
  return { ...countsOf(sums), ...at };
}

/** All jobs of a step that are in doubt and meet the conditions; to be sent again, rejected ones, too, where a condition is about that. */
async function selectJobs(
  step: string,
  to: JobDecision['to'],
  { opened, reader, conditions }: Deciding,
): Promise<Chosen | string> {
  const { campaign, rosters } = opened;
  const fault = conditionFault(conditions, campaign, rosters, step);
  if (fault !== undefined) return `--where: ${fault}`;
  const isSelected = conditionTest(conditions, campaign, rosters);
  const doubtful = await listJobs(reader, { step, state: 'inDoubt' });
  const rejected =
    to === 'pending' && meansRejected(conditions) ? await listJobs(reader, { step, state: 'rejected' }) : [];
  const selected = [...doubtful, ...rejected].filter(isSelected);
  const left = selected.filter((job) => !isForNobody(job, to, opened));
  return { decisions: left.map((job) => ({ job, to })), gone: selected.length - left.length };
}

/** It would always be pending: who was forgotten, or is no longer in the list, is not sent to. */
function isForNobody({ step, key }: JobRecord, to: JobDecision['to'], opened: OpenedCampaign): boolean {
  return to === 'pending' && !placesIn(opened, step).isThere(key);
}

/** What becomes of one job, or in words why it cannot. */
async function decideOne(address: string, to: JobDecision['to'], deciding: Deciding): Promise<Chosen | string> {
  const { opened } = deciding;
  const { options } = opened;
  const job = await jobAt(address, deciding);
  if (typeof job === 'string') return job;
  const tells = to === 'accepted' && options.output.length > 0;
  // A person may complete a receipt that had no outputs, too.
  if (!mayDecide(job, to) && !(job.state === 'accepted' && tells))
    return `${shownAddress(job, options.showNumbers)} is ${job.state}, not in doubt: ${await whyUndecided(job, deciding)}`;
  if (isForNobody(job, to, opened)) {
    const instead = job.state === 'inDoubt' ? ': accept or drop it' : '';
    return `${shownAddress(job, options.showNumbers)} is not in the list of its step any more, so nothing would be sent${instead}`;
  }
  if (!tells) return { decisions: [{ job, to }] };
  const outputs = parseOutputOption(options.output, job, placesIn(opened, job.step).step?.uses);
  return typeof outputs === 'string' ? outputs : { decisions: [{ job, to, outputs }] };
}

async function whyUndecided({ state }: JobRecord, { reader, opened }: Deciding): Promise<string> {
  if (state === 'rejected') return '--resend has it sent again';
  if (state !== 'sending') return 'nobody needs to decide';
  if (await isUnderWay(reader)) return 'a process waits for its answer';
  return `its process died, and \`${formatCommand(opened.options)('run')}\` first retries it or leaves it to you`;
}

/** Why nothing is recorded at an address, and what helps. */
async function noJob(address: string, deciding: Deciding): Promise<string> {
  const { opened } = deciding;
  const unknown = await unknownStep(address, deciding);
  if (unknown !== undefined) return unknown;
  const shown = shownReason(address, opened.options.showNumbers);
  for await (const id of idsAt(address, opened))
    if (placesIn(opened, id.step).isThere(id.key)) return `${shown} is pending, not in doubt: nobody needs to decide`;
  return `There is no job ${shown} in the state file`;
}

/** What helps where an address has no step, or one that nobody knows; undefined where it is known. */
async function unknownStep(address: string, { opened, reader }: Deciding): Promise<string | undefined> {
  const { steps } = opened.campaign;
  const names = [...new Set([...steps.map(({ id }) => id), ...(await reader.steps())])];
  const [step, number] = addressParts(address);
  if (names.includes(step)) return undefined;
  const shown = shownReason(step, opened.options.showNumbers);
  if (number === '' && /^[+\d][^a-z]*$/i.test(step)) {
    const example = steps.find(({ forEach }) => forEach !== undefined)?.id ?? 'STEP';
    return `${shown} has no step: an address is a step with a number, such as \`${example}[${shown}]\``;
  }
  const meant = suggestion(step, names);
  return `There is no step ${shown}${meant === undefined ? '' : `; ${formatSuggestion(meant)}`}`;
}

/** Jobs that a person may decide about, by an address as lists show it, such as `hello[234…0900]`. */
async function jobsMaskedAs(address: string, reader: RunReader): Promise<readonly JobRecord[]> {
  const [step, number] = addressParts(address);
  const both = await Promise.all((['inDoubt', 'rejected'] as const).map((state) => listJobs(reader, { step, state })));
  return both.flat().filter(({ key }) => key !== undefined && maskNumber(key) === number);
}

/** The job that is meant, or in words why none is. */
async function jobAt(address: string, deciding: Deciding): Promise<JobRecord | string> {
  const { opened, reader } = deciding;
  if (!address.includes('…')) {
    for await (const id of idsAt(address, opened)) {
      const job = await reader.job(id);
      if (job !== undefined) return job;
    }
    return noJob(address, deciding);
  }
  const [job, ...others] = await jobsMaskedAs(address, reader);
  const whole = `\`${formatCommand(opened.options)('reconcile', '--show-numbers')}\` shows full numbers`;
  if (others.length > 0) return `${address} may be one of ${others.length + 1} people; ${whole}`;
  const none = `There is no job ${address} that is in doubt or rejected; ${whole}`;
  return job ?? (await unknownStep(address, deciding)) ?? none;
}

/** What an address may mean, by the present name of its step: as we print it, or with the number as people write it. */
async function* idsAt(address: string, opened: OpenedCampaign): AsyncGenerator<JobId> {
  const [named, number] = addressParts(address);
  const { step: present } = placesIn(opened, named);
  const step = present?.id ?? named;
  const id = parseAddress(address);
  if (id !== undefined) yield { ...id, step };
  if (number === '') return;
  for (const key of await askedKeys(number, opened, present?.forEach?.audience)) yield { step, key };
}

/** The number is as somebody wrote it, and empty where there is none. */
function addressParts(address: string): readonly [step: string, number: string] {
  const [, step = address, number = ''] = /^([^[\]]+)\[(.+)\]$/.exec(address) ?? [];
  return [step, number];
}

const decisionWords: ReadonlyMap<string, JobDecision['to']> = new Map([
  ['accept', 'accepted'],
  ['resend', 'pending'],
  ['drop', 'cancelled'],
]);

/**
 * A CSV or JSONL file with the columns `address` and `decision`, and perhaps `comment` and `attempts`: a report with a column more. A row
 * without a decision decides nothing, and one about an earlier attempt says nothing of the present one. In words what is wrong with any row, so that nobody believes that it was carried out.
 */
async function readDecisions(path: string, deciding: Deciding): Promise<Chosen | string> {
  const { opened } = deciding;
  const { options, host } = opened;
  const rows: ListRow[] = [];
  const read = await readList(path, host, (row) => {
    if (row.cell('decision') !== '') rows.push(row);
  });
  if (read === undefined) return `There is no file ${path}`;
  const [problem] = read.problems;
  if (problem !== undefined) return problemWords(problem, path, { column: 'address', country: undefined });
  const missing = ['address', 'decision'].filter((name) => !hasColumn(read.header, name));
  if (missing.length > 0)
    return `${path} needs the columns \`address\` and \`decision\`: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`;
  const decisions = new Map<string, JobDecision>();
  let [settled, gone] = [0, 0];
  for (const { line, cell } of rows) {
    const [word, address, attempts, comment] = [cell('decision'), cell('address'), cell('attempts'), cell('comment')];
    const to = decisionWords.get(word.toLowerCase());
    if (to === undefined) return `${path}, line ${line}: \`${word}\` is not a decision: use accept, resend or drop`;
    if (!/^\d*$/.test(attempts)) return `${path}, line ${line}: \`${attempts}\` is not a number of attempts`;
    const job = await jobAt(address, deciding);
    if (typeof job === 'string') return `${path}, line ${line}: ${job}`;
    const name = formatAddress(job);
    const shown = `${path}, line ${line}: ${shownAddress(job, options.showNumbers)}`;
    if (decisions.has(name)) return `${shown} is in the list twice`;
    const isSame = attempts === '' || Number(attempts) === job.attempts;
    if (isSame && job.state === 'sending')
      return `${shown} has no answer yet. If its process died, \`run\` looks at it first`;
    if (!isSame || !mayDecide(job, to)) settled++;
    else if (isForNobody(job, to, opened)) gone++;
    else decisions.set(name, { job, to, comment: isNewComment(comment, job) ? comment : undefined });
  }
  return { decisions: [...decisions.values()], settled, gone };
}

/** The row of a report has the comment of the last decision, which was about an earlier attempt. */
function isNewComment(comment: string, { decisions }: JobRecord): boolean {
  return comment !== '' && comment !== decisions?.at(-1)?.comment;
}

/**
 * The outputs that a person sets for an accepted job, with those that the service answered. An error text where the operation has no
 * such output, or the service answered it: a typing error must not replace the service's answer.
 */
function parseOutputOption(
  given: readonly string[],
  job: JobRecord,
  uses: OperationId | undefined,
): Readonly<Record<string, unknown>> | string {
  const address = formatAddress(job);
  if (uses === undefined)
    return `There is no step ${job.step} in this campaign, so nothing uses the outputs of ${address}`;
  const fields = new Map(Object.entries(operations[uses].outputs).filter(([, { type }]) => type !== 'array'));
  const gives = fields.size === 0 ? '' : `; it has ${[...fields.keys()].join(', ')}`;
  const earlier = job.state === 'accepted' ? (job.outputs ?? {}) : {};
  // Another code is a receipt without outputs: what is recorded then was set by a person, who may have mistyped it.
  const known = job.code === '0' ? earlier : {};
  const parsed: Record<string, unknown> = {};
  for (const text of given) {
    const at = text.indexOf('=');
    if (at < 1) return `--output takes name=value, not ${text}`;
    const [name, value] = [text.slice(0, at), text.slice(at + 1)];
    const field = fields.get(name);
    if (field === undefined) return `${uses} has no output ${name}${gives}`;
    if (Object.hasOwn(known, name)) return `The service already answered ${name} ${String(known[name])} for ${address}`;
    if (field.type === 'number' && !/^-?\d{1,15}(\.\d{1,6})?$/.test(value))
      return `${name} must be a number, not ${value}`;
    if (value === '') return `${name} must not be empty`;
    parsed[name] = field.type === 'number' ? Number(value) : value;
  }
  return { ...earlier, ...parsed };
}
