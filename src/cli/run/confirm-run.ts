import { formatCount } from '../../diagnostic/count-words.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { isSameService } from '../../job/service-address.ts';
import type { RunLease } from '../../ledger/backend.ts';
import { laterJobs } from '../../plan/later-jobs.ts';
import { planCampaign } from '../../plan/make-plan.ts';
import type { Plan } from '../../plan/plan.ts';
import type { SavedPlan } from '../../plan/saved/saved-plan.ts';
import type { Host } from '../../platform/ports.ts';
import { formatAnswerTime } from '../../report/plan/answer-time.ts';
import { formatSettingChange } from '../../report/plan/difference/setting-change.ts';
import { planDocument } from '../../report/plan/document.ts';
import { formatDate, formatPeople, sendWords } from '../../report/plan/words.ts';
import { renderText } from '../../report/render/text.ts';
import { stepNames } from '../../report/step-name.ts';
import { runPlanInput } from '../../run/resume/plan-input.ts';
import { summarise } from '../../run/summary.ts';
import { completeCommands, formatService } from '../messages/format-command.ts';
import type { OpenedRun } from '../open/opened-run.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import type { RunOptions } from '../options/run-options.ts';
import { fitTerminal } from '../output/fit-terminal.ts';
import {
  type Confirmed,
  confirmedBy,
  readConfirmed,
  type Unconfirmed,
  unconfirmed,
  underPresentNames,
} from './confirmed.ts';
import { type ConfirmedPeople, peopleOf, readPeople, stillCovered, writePeople } from './confirmed-people.ts';
import { saysYes } from './says-yes.ts';

/**
 * Nothing reaches the real service that a person has not confirmed: the campaign as it was when they said yes, or an approved plan.
 * Records a yes before anything is sent; a yes to some recipients covers this process alone. The exit code where there is none.
 */
export async function confirmRun(opened: OpenedRun, options: RunOptions, host: Host): Promise<ExitCode | undefined> {
  const { loaded, lease, clock, approved, service } = opened;
  if (options.sandbox) return undefined;
  if (approved !== undefined) return confirmService(approved, { service, options, host });
  const confirmed = readConfirmed((await lease.status()).confirmed, service);
  if (confirmed?.inputs === loaded.digest) return undefined;
  const present = confirmedBy(loaded, service, clock.now());
  const people = peopleOf(loaded);
  const { steps, summary } = await summarise(loaded, lease);
  const asked = { opened, options, host, present, people, pending: summary.pending, confirmed };
  if (confirmed === undefined) return ask({ ...asked, more: [] });
  // What was skipped or expired is decided again.
  const left = new Map(steps.map(({ id, summary: of }) => [id, of.pending + of.skipped + of.expired]));
  const covered = readPeople(await lease.confirmedPeople(), confirmed.people);
  const known = underPresentNames({ ...confirmed, people: covered }, loaded.campaign.steps);
  const more = unconfirmed({
    confirmed: known,
    present: { ...present, people },
    steps: loaded.campaign.steps,
    hasJobsLeft: (step) => (left.get(step) ?? 0) > 0,
  });
  if (more.length > 0) return ask({ ...asked, more });
  const still = stillCovered(known.people, people);
  if (still === covered) await record(lease, { ...confirmed, inputs: loaded.digest });
  else {
    const { settings } = known;
    await record(lease, { ...confirmed, settings, inputs: loaded.digest, people: present.people }, still);
  }
  return undefined;
}

async function record(lease: RunLease, confirmed: Confirmed, people?: ConfirmedPeople): Promise<void> {
  let part = 0;
  for (const text of people === undefined ? [] : writePeople(people, confirmed.people)) {
    await lease.apply([{ kind: 'confirmedPeople', part: part++, text }]);
  }
  await lease.apply([{ kind: 'confirmed', text: JSON.stringify(confirmed) }]);
}

/** To name an approved plan is a yes to its jobs, but not at another service than the one that it was made for. */
async function confirmService(
  approved: SavedPlan,
  given: { readonly service: string; readonly options: RunOptions; readonly host: Host },
): Promise<ExitCode | undefined> {
  const { service, options, host } = given;
  if (approved.service === undefined || isSameService(approved.service, service) || options.yes) return undefined;
  const plan = visibleLine(options.plan ?? 'The approved plan');
  host.console.err(`${plan} was made for ${formatService(approved.service)}, and this run sends to ${service}.\n`);
  const answer = await host.console.ask(`Send the jobs of ${plan} to ${service}? Type y or yes: `);
  if (saysYes(answer)) return undefined;
  const refused =
    'That needs confirmation, and stdin or stderr is not a terminal. Pass --yes, or make a plan for this service. ';
  host.console.err(`${answer === undefined ? refused : ''}Nothing was sent.\n`);
  return exitCode.couldNotRun;
}

/** Anybody may type a letter too soon; nobody types a number without reading it. */
const typedFrom = 1000;

interface Asked {
  readonly opened: OpenedRun;
  readonly options: RunOptions;
  readonly host: Host;
  readonly present: Confirmed;
  readonly people: ConfirmedPeople;
  readonly pending: number;
  readonly confirmed: Confirmed | undefined;
  readonly more: readonly Unconfirmed[];
}

async function ask(given: Asked): Promise<ExitCode | undefined> {
  const { opened, options, host, present, people, pending } = given;
  if (!options.yes) {
    const plan = planCampaign(await runPlanInput(opened, host));
    const { toSend, cost } = plan.totals;
    // Jobs outside the part are not asked about: the next run asks.
    if (toSend === 0 && (pending === 0 || (opened.part !== undefined && laterJobs(plan.steps) === 0))) return undefined;
    host.console.err(`${planText(plan, opened, options, host)}${await sinceThen(given)}\n`);
    const later = laterJobs(plan.steps);
    const number = [toSend, toSend + later].find((jobs) => jobs >= typedFrom);
    const typed = number === undefined ? 'y or yes' : formatCount(number);
    const words = sendWords({
      toSend,
      later,
      service: opened.service,
      cost,
      currency: opened.loaded.campaign.currency,
    });
    const answer = await host.console.ask(`Send ${words}? Type ${typed}: `);
    if (!(number === undefined ? saysYes(answer) : saysNumber(answer, number))) {
      host.console.err(answer === undefined ? `${noTerminal(given.confirmed)}\n` : 'Nothing was sent.\n');
      return exitCode.couldNotRun;
    }
  }
  if (opened.part === undefined) await record(opened.lease, present, people);
  return undefined;
}

function saysNumber(answer: string | undefined, number: number): boolean {
  return answer?.replace(/[\s.,'’_]/g, '') === String(number);
}

function planText(plan: Plan, { loaded }: OpenedRun, options: RunOptions, { console }: Host): string {
  const { budget } = loaded.campaign.limits;
  const answerTime = formatAnswerTime(loaded.campaign, plan);
  const text = renderText(planDocument(plan, { showNumbers: options.showNumbers, budget, answerTime }), console);
  return fitTerminal(completeCommands(text, options), console, 'err');
}

async function sinceThen({ opened, options, confirmed, more }: Asked): Promise<string> {
  if (confirmed === undefined) return '';
  const { byWords } = await import('../../plan/difference/compare-plans.ts');
  const names = stepNames(opened.loaded.campaign.steps);
  const lines = more
    .map((item) => (item.kind === 'setting' ? { ...item, change: byWords(item.change) } : item))
    .map((item) => `  ${unconfirmedText(item, names, options.showNumbers)}\n`);
  return `\nChanged since this run was confirmed on ${formatDate(confirmed.at, opened.loaded.campaign.timezone)}:\n${lines.join('')}`;
}

function noTerminal(confirmed: Confirmed | undefined): string {
  const what =
    confirmed === undefined ? 'Sending to a live service needs' : 'What has changed since the last time needs';
  return `${what} confirmation, and stdin or stderr is not a terminal. Pass --yes. Nothing was sent.`;
}

/** One line of what a person is asked to confirm on top of the last time. */
function unconfirmedText(item: Unconfirmed, stepName: (id: string) => string, showNumbers: boolean): string {
  switch (item.kind) {
    case 'step':
      return item.people === 0
        ? `${stepName(item.step)}: new`
        : `${stepName(item.step)}: new, ${formatPeople(item.people)}`;
    case 'people':
      return `${stepName(item.step)}: ${formatPeople(item.added)} added`;
    case 'cells':
      return `${stepName(item.step)}: ${formatPeople(item.people)} with other values in their columns`;
    case 'values':
      return 'an --input value or an environment variable has changed';
    case 'file':
      return `${visibleLine(item.file)} has changed`;
    case 'setting':
      return formatSettingChange(item.change, showNumbers);
    default:
      return item satisfies never;
  }
}
