import { leftOutRows } from '../../campaign/audiences/left-out-rows.ts';
import { everybodyIn } from '../../campaign/audiences/selection.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { runName } from '../../job/address.ts';
import { emptyHistory } from '../../job/history.ts';
import { planCampaign } from '../../plan/make-plan.ts';
import { tzdata } from '../../platform/clocks.ts';
import { type Files, type Host, withConsole } from '../../platform/ports.ts';
import { readContacts } from '../../project/contacts.ts';
import { type LedgerRefused, openProject, type Project } from '../../project/project.ts';
import { campaignWorld } from '../../rehearsal/campaign-world.ts';
import { type Judgement, judgeRehearsal, killEverywhere, withEmptyAccount } from '../../rehearsal/kill-everywhere.ts';
import { type RehearsalResult, type RehearsalSetup, runRehearsal } from '../../rehearsal/run-rehearsal.ts';
import { faultsOf } from '../../rehearsal/scenarios.ts';
import { alwaysChecked } from '../../report/audit.ts';
import { stepNames } from '../../report/plan/words.ts';
import { formatEnd } from '../../report/reason-text.ts';
import {
  type KillFindings,
  type RehearsalReport,
  rehearsalDocument,
  type WorstCrash,
} from '../../report/rehearsal/document.ts';
import { eventToText, withInstants } from '../../report/run/event-text.ts';
import type { RunEvent } from '../../run/event.ts';
import { endCodeOf } from '../../run/run-state.ts';
import { wavesSoFar } from '../../run/summary.ts';
import { availableOf, type World } from '../../sandbox/ledger/world.ts';
import { completeWorld } from '../../sandbox/world/complete-world.ts';
import { instantOf } from '../../time/local-time.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { loadToSend } from '../open/open-campaign.ts';
import { refuse } from '../open/refuse.ts';
import { readWorldFile } from '../open/sandbox-server.ts';
import { readAt } from '../open/start-time.ts';
import { stopOnSignal } from '../output/at-terminal.ts';
import { printDocument } from '../output/print-document.ts';
import { createEventLines } from '../output/run-progress.ts';
import type { Given } from '../program.ts';

/** callsheet rehearse FILE: the whole campaign, by the engine of `run`, in virtual time and in a sandbox of its own. */
export async function rehearse(options: Given<'rehearse'>, host: Host): Promise<ExitCode> {
  // The first signal prints the results so far.
  const { stop, stopListening } = stopOnSignal(host, 'stopping the rehearsal');
  try {
    return await rehearseUntil(stop.signal, options, host);
  } finally {
    stopListening();
  }
}

/** The reason of `stop` is the name of a signal. */
async function rehearseUntil(stop: AbortSignal, options: Given<'rehearse'>, host: Host): Promise<ExitCode> {
  const setup = await prepareRehearsal(options, host, stop);
  if (typeof setup === 'number') return setup;
  let boundaries = 0;
  const emit = reporter(options, setup, host);
  const { campaign } = setup.loaded;
  emit({ event: 'started', at: setup.at, campaign: campaign.id, run: setup.run, service: 'sandbox', resumed: false });
  const boundary = (): void => void boundaries++;
  const rehearsal = await runRehearsal(setup, { emit, boundary, stop });
  const judgement = await judgeRehearsal(setup.loaded, rehearsal);
  const kills = options.killEverywhere ? await killEverywhere(setup, boundaries, stop, counter(host)) : undefined;
  const { result, endedAt: at } = rehearsal;
  // A signal after the end has stopped nothing.
  const isWhole = result.reason?.kind !== 'signal' && (!options.killEverywhere || (kills && !kills.stopped));
  const stoppedBy = isWhole || !stop.aborted ? undefined : String(stop.reason);
  const reason = stoppedBy ?? formatEnd(result);
  const { duplicated = [], lost = [], unrecorded = [], broken = [] } = kills ?? {};
  const killed = duplicated.length + lost.length + unrecorded.length + broken.length;
  const ended = stoppedBy === undefined ? endCodeOf(result) : exitCode.stopped;
  const code: ExitCode = !judgement.isClean || killed > 0 ? exitCode.findings : ended;
  const rehearsed = { options, setup, rehearsal, judgement, kills };
  if (options.format === 'json') host.console.out(`${JSON.stringify(rehearsedEvent(rehearsed))}\n`);
  else printDocument(rehearsalDocument(reportOf(rehearsed, stoppedBy)), options.format, host.console);
  const because = reason === undefined ? {} : { reason };
  emit({ event: 'finished', at, exitCode: code, summary: result.summary, ...because });
  return code;
}

/** JSON: the events of `run` on stdout. Otherwise its lines on stderr. */
function reporter(
  { format, showNumbers }: Given<'rehearse'>,
  { loaded }: RehearsalSetup,
  host: Host,
): (event: RunEvent) => void {
  const { timezone, steps } = loaded.campaign;
  if (format === 'json') return createEventLines({ host, timezone }).onEvent;
  const stepName = stepNames(steps);
  return (event) => {
    const line = eventToText(event, { timezone, showNumbers, stepName });
    if (line !== undefined) host.console.err(`${line}\n`);
  };
}

/** Ten lines of progress at most, where there is no terminal to draw on. */
function counter({ console }: Host): (done: number, of: number) => void {
  return (done, of) => {
    if (done % Math.ceil(of / 10) === 0 || done === of) console.err(`killed at ${done} of ${of} boundaries\n`);
  };
}

function costOf({ account }: RehearsalResult): number {
  return (availableOf(account.world.money) - availableOf(account.ledger.money)) / 1_000_000;
}

interface Rehearsed {
  readonly options: Given<'rehearse'>;
  readonly setup: RehearsalSetup;
  readonly rehearsal: RehearsalResult;
  readonly judgement: Judgement;
  readonly kills: KillFindings | undefined;
}

function reportOf(
  { options, setup, rehearsal, judgement, kills }: Rehearsed,
  stoppedBy: string | undefined,
): RehearsalReport {
  const { comparison, audit, checkedOn } = judgement;
  const { loaded, at } = setup;
  const { records, account, endedAt, result } = rehearsal;
  const { campaign } = loaded;
  const { summary, steps } = result;
  const { scenario, seed, showNumbers } = options;
  return {
    campaign,
    scenario,
    seed,
    from: at,
    to: endedAt,
    requests: account.journal.count,
    summary,
    steps,
    records,
    leftOut: leftOutRows(loaded),
    waves: wavesSoFar(campaign, rehearsal.waves, rehearsal.histories, false),
    comparison,
    cost: costOf(rehearsal),
    ...worstOf(setup),
    ...(kills === undefined ? {} : { kills }),
    audit: {
      title: 'Audit',
      timezone: campaign.timezone,
      source: 'the sandbox’s request log',
      starts: comparison.starts.length,
      checked: rehearsal.waves.length === 0 ? alwaysChecked : [...alwaysChecked, 'waves'],
      checkedOn,
      findings: audit,
      showNumbers,
    },
    endedWords:
      stoppedBy === undefined ? endedWords(result.ended, formatEnd(result)) : stoppedWords(result.ended, stoppedBy),
    showNumbers,
  };
}

/** As the plan says it. */
function worstOf({ loaded, run, at: now, contactFacts }: RehearsalSetup): WorstCrash {
  const { totals } = planCampaign({ ...loaded, history: emptyHistory, run, contactFacts, tzdata, now });
  const { inDoubtAtMost, inDoubtIfLate, inDoubtIfEdited } = totals;
  return {
    inDoubtAtMost,
    ...(inDoubtIfLate === undefined ? {} : { inDoubtIfLate }),
    ...(inDoubtIfEdited === undefined ? {} : { inDoubtIfEdited }),
  };
}

function endedWords(ended: 'finished' | 'stopped', reason: string | undefined): string {
  const because = reason === undefined ? '' : `: ${reason}`;
  return ended === 'stopped'
    ? `Rehearsal stopped with work left${because}. A real run continues with the same command.`
    : `Rehearsal finished${because}.`;
}

function stoppedWords(ended: 'finished' | 'stopped', by: string): string {
  return ended === 'stopped'
    ? `Rehearsal stopped by ${by}: the rest was not rehearsed.`
    : `Rehearsal finished, but ${by} stopped it before it was killed at every boundary.`;
}

function rehearsedEvent({ options, setup, rehearsal, judgement, kills }: Rehearsed): Readonly<Record<string, unknown>> {
  const { comparison, audit } = judgement;
  const { duplicated, resent, lost, unrecorded, unmatched, doubtsArrived, doubtsNot, refusals, faults } = comparison;
  const { timezone } = setup.loaded.campaign;
  const leftOut = leftOutRows(setup.loaded);
  return {
    event: 'rehearsed',
    ...withInstants({ at: rehearsal.endedAt }, timezone),
    scenario: options.scenario,
    seed: options.seed,
    requests: rehearsal.account.journal.count,
    cost: costOf(rehearsal),
    ...worstOf(setup),
    reached: [...comparison.reached].map(([step, { jobs, first, last }]) => ({
      step,
      jobs,
      first: new Date(first).toISOString(),
      last: new Date(last).toISOString(),
    })),
    refused: refusals.map(({ operation, code, what, times }) => ({ operation, code, reason: what, times })),
    faults: faults.map(({ what, times }) => ({ kind: what, times })),
    doubled: duplicated,
    resent,
    lost,
    unbooked: unrecorded,
    strangers: unmatched,
    inDoubt: { arrived: doubtsArrived, notArrived: doubtsNot },
    audit: { starts: comparison.starts.length, findings: audit },
    ...(leftOut.length === 0 ? {} : { leftOut }),
    ...(kills === undefined ? {} : { kills: killsJson(kills) }),
  };
}

/** The names in the event are older than those in the code. */
function killsJson({ duplicated, lost, unrecorded, broken, inDoubtAtMost, ...counts }: KillFindings): object {
  return { ...counts, doubled: duplicated, lost, unbooked: unrecorded, broken, inDoubtAtMost };
}

/** What an answer takes on an ordinary day. */
const latencyMs = 50;

/** Everything a rehearsal needs, read once; if something is wrong it is reported, and the result is the exit code. */
async function prepareRehearsal(
  options: Given<'rehearse'>,
  host: Host,
  stop: AbortSignal,
): Promise<RehearsalSetup | ExitCode> {
  const project = openProject(options, host);
  const files = onlyReading(host.files);
  const loaded = await loadToSend(project, { ...options, fresh: true }, host, { reads: 'look', files });
  if (typeof loaded === 'number') return loaded;
  const { campaign } = loaded;
  const { starts, timezone } = campaign;
  const begins = starts === undefined ? host.clock.now() : instantOf(starts, timezone);
  const at = options.at === undefined ? begins : readAt(options.at, timezone);
  if (typeof at === 'string') return couldNot(host, at);
  const run = runName(campaign, options.run);
  const world = await worldOf({ options, loaded, run, at, host });
  if (typeof world === 'number') return world;
  const contactFacts = await contactFactsOf(project, loaded, run);
  if (contactFacts !== undefined && 'kind' in contactFacts) return refuse(contactFacts, options, host);
  const faults = [...world.faults, ...faultsOf(options.scenario, options.seed)];
  const setup = { loaded, run, world: { ...world, faults }, files, at, seed: options.seed, contactFacts, latencyMs };
  return options.scenario === 'poor' ? withEmptyAccount(setup, stop) : setup;
}

/** What the real ledger of the project knows of these recipients. */
async function contactFactsOf(
  project: Project,
  loaded: LoadedCampaign,
  run: string,
): Promise<RehearsalSetup['contactFacts'] | LedgerRefused> {
  const reader = await readContacts(project, loaded);
  if (reader === undefined || 'kind' in reader) return reader;
  try {
    await reader.know(everybodyIn(loaded));
    const { copyHistory } = await import('../../ledger/contacts/open-ledger.ts');
    return copyHistory(reader, everybodyIn(loaded), { campaign: loaded.campaign.id, run });
  } finally {
    await reader.close();
  }
}

async function worldOf(
  input: Parameters<typeof campaignWorld>[0] & { readonly options: Given<'rehearse'>; readonly host: Host },
): Promise<World | ExitCode> {
  const { options, host, loaded } = input;
  if (options.world === undefined) return campaignWorld(input);
  // A report in another format is for a machine or a file.
  const out = options.format === 'text' ? host.console.out : host.console.err;
  const written = await readWorldFile(options.world, withConsole(host, { out }));
  if (typeof written === 'number') return written;
  return completeWorld({ timezone: loaded.campaign.timezone, ...written });
}

/** The disk as a rehearsal sees it: each file as it was at the first look, and nothing is written. */
function onlyReading(files: Files): Files {
  const read = new Map<string, ReturnType<Files['readBytes']>>();
  return {
    ...files,
    readBytes(path, mostBytes) {
      const bytes = read.get(path) ?? files.readBytes(path, mostBytes);
      read.set(path, bytes);
      return bytes;
    },
    writeAtomically: (path) => Promise.reject(new Error(`a rehearsal writes nothing, not even ${path}`)),
  };
}
