import { overdueBy } from '../../plan/begun.ts';
import { laterJobs, stepJobs } from '../../plan/unsent-jobs.ts';
import type { PlanJson } from '../../report/plan/json.ts';
import { formatRequests, sendWords } from '../../report/plan/words.ts';
import { formatDuration } from '../../time/duration.ts';
import type { KnownPlan } from './known-plan.ts';
import { type RunLook, titleOf } from './run-look.ts';
import { type ActionName, actionNames, type ShownAction } from './views.ts';
import { firstWaves, hasWaves, waveWaits } from './wave-waits.ts';

export interface ActionInput {
  readonly look: RunLook;
  readonly known: KnownPlan | undefined;
  readonly sandbox: boolean;
  /** Base URL; empty where nothing can be sent: it, the key or the secret is not set. */
  readonly service: string;
  /** By this machine's clock. */
  readonly now: number;
  /** Only approved plans may be started, and why none can be; undefined where one can. */
  readonly lacksApproval?: string | undefined;
}

const labels: Readonly<Record<ActionName, string>> = {
  start: 'Start',
  promote: 'Promote',
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel',
};

/** What can be done with a run, always in the same order (Promote only where there are waves), each with what it does or why it cannot be done now. */
export function runActions(input: ActionInput): readonly ShownAction[] {
  const names = actionNames.filter((name) => name !== 'promote' || hasWaves(input.look.campaign));
  const label = (name: ActionName): string =>
    name === 'start' && lateBy(input) !== undefined ? 'Start late' : labels[name];
  return names.map((name) => ({ name, label: label(name), ...effectOf(name, input) }));
}

export const noApprovedPlan = 'No approved plan is kept on this machine: approve one under Plan.';

export function staleApproval(changes: readonly string[]): string {
  return `The approved plan does not hold any more: ${changes.join('; ')}. Approve another one under Plan.`;
}

type Effect = Omit<ShownAction, 'name' | 'label'>;

const can = (words: string): Effect => ({ possible: true, words });
const cannot = (words: string): Effect => ({ possible: false, words });

function effectOf(name: ActionName, input: ActionInput): Effect {
  const { look } = input;
  if (look.state === 'unreadable') return cannot('The state of this run cannot be read.');
  const notNow =
    look.state === 'new' ? 'It has not started.' : look.state === 'finished' ? 'It has finished.' : undefined;
  switch (name) {
    case 'start':
      return startEffect(input);
    case 'promote': {
      if (notNow !== undefined) return cannot(notNow);
      if (input.known?.isEarlier === true) return cannot('The plan is being made.');
      if (input.known !== undefined && input.known.plan === undefined) return cannot('The campaign has errors.');
      if (input.known !== undefined && !hasWavesLeft(input.known.plan)) return cannot('Every wave has begun.');
      const [halted] = look.halted ?? [];
      if (halted !== undefined) {
        const wave = halted.wave + 1;
        const words = `Lets ${titleOf(look, halted.step)} go on, of which \`haltIf\` has halted wave ${wave}.`;
        return { ...can(words), promotes: { step: halted.step, halted: wave } };
      }
      const [next] = waveWaits(look, input.known, input.now);
      if (next === undefined) return can('Lets a wave go on that `haltIf` has halted, or begin before its time.');
      const { words, ...promotes } = next;
      return { ...can(`Lets the next wave begin. ${words}.`), promotes };
    }
    case 'pause': {
      if (look.state === 'paused') return cannot('It is paused already.');
      if (look.state === 'cancelled') return cannot('It is cancelled.');
      if (notNow !== undefined) return cannot(notNow);
      // Nothing would wait, and a later start is kept away by Cancel.
      if (!look.isUnderWay) return cannot('No process is running that could wait.');
      return can(
        `Stops sending within a second. The process waits, and Resume lets it go on. Up to ${atOnce(look)} already sent may still finish.`,
      );
    }
    case 'resume': {
      if (look.state !== 'paused' && look.state !== 'cancelled') return cannot('It is not paused.');
      return can(
        look.isUnderWay
          ? 'The running process continues within a second.'
          : 'Lifts the pause or the cancellation. It sends nothing until it is started.',
      );
    }
    case 'cancel': {
      if (look.state === 'cancelled') return cannot('It is cancelled already.');
      if (notNow !== undefined) return cannot(notNow);
      return look.isUnderWay
        ? can(
            `Ends the process once up to ${atOnce(look)} already sent have finished. What is left is sent only if somebody presses Resume and then Start.`,
          )
        : can('What is left cannot be started any more, unless somebody presses Resume first.');
    }
    default:
      return name satisfies never;
  }
}

/** Or one that `haltIf` has halted, for which a start is refused. */
function hasWavesLeft(plan: PlanJson | undefined): boolean {
  return (plan?.refused ?? []).length > 0 || plan?.steps.some(({ waves = [] }) => waves.length > 0) === true;
}

function atOnce({ campaign }: RunLook): string {
  return formatRequests(campaign?.limits.concurrency ?? 1);
}

/** By how many milliseconds the date of a campaign has passed that has not begun. The sandbox's clock begins at that date. */
export function lateBy({ look, now, sandbox }: Pick<ActionInput, 'look' | 'now' | 'sandbox'>): number | undefined {
  const { campaign, counts } = look;
  if (sandbox) return undefined;
  const mayHaveReached = ['accepted', 'rejected', 'inDoubt', 'sending'] as const;
  const begun = [...counts.values()].some((states) => mayHaveReached.some((state) => (states[state] ?? 0) > 0));
  return campaign && overdueBy({ campaign, now, begun });
}

export function startEffect(input: ActionInput): Effect {
  const { look, known, sandbox, service } = input;
  if (look.isUnderWay) return cannot('It is running already.');
  if (look.state === 'paused') return cannot('It is paused: resume it first.');
  if (look.state === 'cancelled') return cannot('It is cancelled: resume it first.');
  if (known === undefined || known.isEarlier === true) return cannot('The plan is being made.');
  if (known.plan === undefined) return cannot(known.trouble ?? 'The campaign has errors.');
  const { toSend, cost, currency } = known.plan.totals;
  const unanswered = [...look.counts.values()].reduce((sum, { sending = 0 }) => sum + sending, 0);
  if (toSend + unanswered === 0)
    return cannot(look.state === 'new' ? 'There is nothing to send.' : 'Nothing is left to send.');
  const [refused] = known.plan.refused ?? [];
  if (refused !== undefined) return cannot(refused);
  if (input.lacksApproval !== undefined) return cannot(input.lacksApproval);
  if (!sandbox && service === '')
    return cannot('No service is configured: `CALLSHEET_BASE_URL`, its key or its secret is missing or wrong.');
  if (toSend === 0)
    return can(`Sends nothing. Lists ${unansweredText(unanswered)} when the process died, for a decision.`);
  const to = sandbox ? 'sandbox' : service;
  const words = sendWords({ toSend, later: laterIn(known.plan), service: to, cost, currency });
  const nobody = sandbox ? ' Nobody is contacted.' : '';
  const late = lateBy(input);
  const when = late === undefined ? '' : `Starts ${formatDuration(late)} after its date. `;
  const waves = firstWaves(known, look).map((words) => ` ${words}`);
  return can(`${when}Sends ${words}.${nobody}${waves.join('')}`);
}

function unansweredText(count: number): string {
  return count === 1 ? 'the request that was under way' : `the ${formatRequests(count)} that were under way`;
}

/** `laterJobs` of a plan as JSON. */
function laterIn({ steps }: PlanJson): number {
  return laterJobs(steps.map(stepJobs));
}
