import type { LoadedCampaign } from '../../src/campaign/loaded-campaign.ts';
import type { Clock } from '../../src/platform/ports.ts';
import type { RehearsalHooks } from '../../src/rehearsal/run-rehearsal.ts';
import type { RunControl } from '../../src/run/run-control.ts';
import { dispositionOf } from '../../src/service/contract/statuses.ts';
import type { Transport } from '../../src/service/http/transport.ts';
import type { Settled, Store } from '../../src/state/store.ts';

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
  | 'forgetEdits'
  /** Of the command, before the engine begins. */
  | 'forgetRenames';

type Overrides = NonNullable<RehearsalHooks['overrides']>;

/** Made again for each campaign. */
export const brokenEngines: Readonly<Record<Control, () => Overrides>> = {
  resendDoubts:
    () =>
    ({ store }) => ({ store: { ...store, settle: (settled) => store.settle(undoubted(settled, 'pending')) } }),
  bookDoubtsAsSent:
    () =>
    ({ store }) => ({ store: { ...store, settle: (settled) => store.settle(undoubted(settled, 'accepted')) } }),
  noIntent:
    () =>
    ({ store }) => ({ store: withoutIntents(store) }),
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
    ({ store }) => ({ store: { ...store, recentStarts: () => [] } }),
  forgetMoney:
    () =>
    ({ store }) => ({ store: { ...store, counts: () => [] } }),
  forgetAttempts:
    () =>
    ({ store }) => ({ store: { ...store, settle: (settled) => store.settle({ ...settled, maybeSent: false }) } }),
  forgetEdits() {
    let first: LoadedCampaign | undefined;
    return ({ loaded }) => {
      first ??= loaded;
      return { loaded: first };
    };
  },
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

function undoubted(settled: Settled, state: 'pending' | 'accepted'): Settled {
  return settled.state === 'inDoubt' ? { ...settled, state } : settled;
}

/** What an ordinary runner does: it saves its progress after sending. */
function withoutIntents(store: Store): Store {
  const intents = new Map<string, Parameters<Store['intend']>[0]>();
  return {
    ...store,
    intend: async (intent) => void intents.set(`${intent.step} ${intent.key}`, intent),
    async settle(settled) {
      const intent = intents.get(`${settled.step} ${settled.key}`);
      if (intent !== undefined) await store.intend(intent);
      await store.settle(settled);
    },
  };
}
