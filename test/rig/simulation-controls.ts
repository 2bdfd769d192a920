import type { LoadedCampaign } from '../../src/campaign/loaded-campaign.ts';
import type { RunLease } from '../../src/ledger/backend.ts';
import type { Change, Intent, Settled } from '../../src/ledger/change.ts';
import type { Clock } from '../../src/platform/ports.ts';
import type { RehearsalHooks } from '../../src/rehearsal/run-rehearsal.ts';
import type { RunControl } from '../../src/run/run-control.ts';
import { dispositionOf } from '../../src/service/contract/statuses.ts';
import type { Transport } from '../../src/service/http/transport.ts';

/** A broken engine, to show that it is found out. */
export type Control =
  | 'resendDoubts'
  | 'bookDoubtsAsSent'
  | 'noIntent'
  | 'ignorePause'
  | 'ignoreDrain'
  | 'ignoreHalt'
  | 'ignoreSleep'
  | 'ignoreDeparture'
  | 'forgetRates'
  | 'forgetMoney'
  | 'forgetAttempts'
  | 'bookHeldBackAsSent'
  | 'forgetEdits'
  | 'ignoreDecisions'
  | 'doubleDecisions'
  | 'forgetWaves'
  /** Of the command, before the engine begins. */
  | 'forgetRenames';

type Overrides = NonNullable<RehearsalHooks['overrides']>;

/** Made again for each campaign. */
export const brokenEngines: Readonly<Record<Control, () => Overrides>> = {
  resendDoubts:
    () =>
    ({ lease }) => ({ lease: settling(lease, (settled) => undoubted(settled, 'pending')) }),
  bookDoubtsAsSent:
    () =>
    ({ lease }) => ({ lease: settling(lease, (settled) => undoubted(settled, 'accepted')) }),
  noIntent:
    () =>
    ({ lease }) => ({ lease: withoutIntents(lease) }),
  ignorePause:
    () =>
    ({ control }) => ({ control: deafTo(control, 'pause') }),
  ignoreDrain:
    () =>
    ({ control }) => ({ control: deafTo(control, 'drain') }),
  ignoreHalt:
    () =>
    ({ transport }) => ({ transport: withMildAnswers(transport) }),
  ignoreSleep:
    () =>
    ({ clock }) => ({ clock: byTheSteadyClock(clock) }),
  ignoreDeparture:
    () =>
    ({ transport }) => ({ transport: { ...transport, send: (operation, body) => transport.send(operation, body) } }),
  forgetRates:
    () =>
    ({ lease }) => ({ lease: { ...lease, recentStarts: async () => [] } }),
  forgetMoney:
    () =>
    ({ lease }) => ({ lease: { ...lease, counts: async () => [] } }),
  forgetAttempts:
    () =>
    ({ lease }) => ({ lease: settling(lease, (settled) => ({ ...settled, maybeSent: false })) }),
  bookHeldBackAsSent:
    () =>
    ({ lease }) => ({ lease: settling(lease, boundIfHeldBack) }),
  forgetEdits() {
    let first: LoadedCampaign | undefined;
    return ({ loaded }) => {
      first ??= loaded;
      return { loaded: first };
    };
  },
  ignoreDecisions:
    () =>
    ({ lease, control }) => ({
      lease: { ...lease, requests: async () => ({ ...(await lease.requests()), decisions: 0 }) },
      control: { ...control, decisions: () => 0, noteDecisions: () => {} },
    }),
  doubleDecisions:
    () =>
    ({ lease }) => ({ lease: withTwiceDecided(lease) }),
  forgetWaves:
    () =>
    ({ lease }) => ({ lease: { ...lease, waves: async () => [] } }),
  forgetRenames: () => () => ({}),
};

function deafTo(control: RunControl, word: 'pause' | 'drain'): RunControl {
  return { ...control, requested: () => (control.requested().kind === word ? { kind: 'run' } : control.requested()) };
}

/** Takes every refusal for one recipient's own. */
function withMildAnswers(transport: Transport): Transport {
  return {
    ...transport,
    async send(operation, body, options) {
      const outcome = await transport.send(operation, body, options);
      const halts = outcome.kind === 'rejected' && dispositionOf(operation, outcome.code) === 'halt';
      return halts ? { ...outcome, code: 'unknown' } : outcome;
    },
  };
}

/** Counts the time that has passed, and does not look at the clock again. */
function byTheSteadyClock(clock: Clock): Clock {
  const began = clock.now() - (clock.steadyMs?.() ?? 0);
  const now = (): number => began + (clock.steadyMs?.() ?? 0);
  return { ...clock, now, sleepUntil: (until, signal) => clock.sleepUntil(clock.now() + until - now(), signal) };
}

/** Takes a decision to send again for one that still holds when the job has been sent again, once for each job. */
export function withTwiceDecided(lease: RunLease): RunLease {
  const done = new Set<string>();
  const twice = async (change: Change): Promise<Change> => {
    if (change.kind !== 'settle' || change.to.state !== 'accepted') return change;
    const { step, key } = change.to;
    const isSentAgain = (await lease.job(change.to))?.decisions?.at(-1)?.state === 'pending';
    if (!isSentAgain || done.has(`${step} ${key}`)) return change;
    done.add(`${step} ${key}`);
    return { kind: 'settle', to: { ...change.to, state: 'pending' } };
  };
  return {
    ...lease,
    async apply(changes) {
      await lease.apply(await Promise.all(changes.map(twice)));
    },
  };
}

function boundIfHeldBack(settled: Settled): Settled {
  const isHeldBack = settled.state === 'pending' && settled.attempted === false && settled.freesBytes === true;
  return isHeldBack ? { ...settled, maybeSent: true, freesBytes: false } : settled;
}

function undoubted(settled: Settled, state: 'pending' | 'accepted'): Settled {
  return settled.state === 'inDoubt' ? { ...settled, state } : settled;
}

export function settling(lease: RunLease, change: (settled: Settled) => Settled): RunLease {
  const changed = (one: Change): Change => (one.kind === 'settle' ? { kind: 'settle', to: change(one.to) } : one);
  return { ...lease, apply: (changes) => lease.apply(changes.map(changed)) };
}

/** What an ordinary runner does: it saves its progress after sending. */
export function withoutIntents(lease: RunLease): RunLease {
  const intents = new Map<string, Intent>();
  const late = (change: Change): readonly Change[] => {
    if (change.kind === 'intend') intents.set(`${change.to.step} ${change.to.key}`, change.to);
    if (change.kind !== 'settle') return change.kind === 'intend' ? [] : [change];
    const intent = intents.get(`${change.to.step} ${change.to.key}`);
    return intent === undefined ? [change] : [{ kind: 'intend', to: intent }, change];
  };
  return {
    ...lease,
    async apply(changes) {
      const all = changes.flatMap(late);
      if (all.length > 0) await lease.apply(all);
    },
  };
}
