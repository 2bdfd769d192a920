import type { RunAbout, StateBackend } from '../../src/ledger/backend.ts';
import type { Control } from '../../src/ledger/change.ts';
import type { Instant } from '../../src/platform/ports.ts';
import type { ProcessRun } from '../../src/rehearsal/run-rehearsal.ts';
import type { RunResult } from '../../src/run/run-state.ts';
import type { Dice } from './simulated-campaign.ts';
import type { SimulatedMachine } from './simulated-machine.ts';

/** A stretch in which nothing may leave; while `stopping`, only what had its slot before. */
export interface Quiet {
  readonly why: 'paused' | 'cancelled' | 'draining' | 'asleep' | 'stopping';
  readonly from: Instant;
  /** Undefined: until the next process begins. */
  to: Instant | undefined;
}

/** Those who sit before the machine, and at other terminals: they pause, cancel, press Ctrl-C, close the lid, set the clock. */
export interface SimulatedPeople {
  /** Something happens in a process: people act after so many of these moments. */
  moment(): void;
  /** A process begins; in words why the command refuses. */
  begins(process: ProcessRun): Promise<string | undefined>;
  /** The process says that it starts nothing more: it was asked to, or a limit or the service stopped it. */
  hear(word: 'stopping'): void;
  /** After how long they give the command again. */
  comeBackAfterMs(end: RunResult | 'died'): number | undefined;
  readonly quiets: readonly Quiet[];
  readonly acts: number;
}

/** Another terminal's word is looked for so often. */
const pollMs = 250;

export function createSimulatedPeople(
  dice: Dice,
  given: {
    readonly machine: () => SimulatedMachine;
    readonly now: () => Instant;
    readonly sleep: (ms: number) => Promise<void>;
    /** Files were edited since the last process began, or somebody decided upon a job: both are for another process. */
    readonly hasNews: () => boolean;
  },
): SimulatedPeople {
  const { machine, now, sleep, hasNews } = given;
  const quiets: Quiet[] = [];
  let left = dice.pick([0, 0, 0, 1, 1, 2, 4]);
  let moments = dice.between(1, 150);
  let comebacks = 3 + left;
  /** Undefined between two processes. */
  let process: ProcessRun | undefined;
  /** Other terminals reach it whether a process is there or not. */
  let state: { readonly backend: StateBackend; readonly about: RunAbout } | undefined;
  const request = async (control: Control): Promise<void> => {
    await state?.backend.requestControl(state.about, control);
  };
  let acts = 0;
  /** Until when the run is paused or cancelled; never: for good. */
  let heldUntil: Instant | undefined;

  const quiet = (why: Quiet['why'], to?: Instant): Quiet => {
    const one = { why, from: now(), to };
    quiets.push(one);
    return one;
  };
  const poll = async (): Promise<ProcessRun | undefined> => {
    await sleep(dice.between(0, pollMs));
    await machine().awake();
    return process?.isAlive() === true ? process : undefined;
  };
  const holdFor = async (ms: number): Promise<void> => {
    heldUntil = now() + ms;
    await sleep(ms);
    await request('run');
    heldUntil = undefined;
  };

  const people = {
    async pause(): Promise<void> {
      if (heldUntil !== undefined) return;
      await request('pause');
      const held = holdFor(dice.pick([2_000, 90_000, 11_000_000]));
      const obeys = await poll();
      const asked = (await obeys?.lease.status())?.control === 'pause';
      if (asked) obeys?.control.pause();
      const since = asked ? quiet('paused') : undefined;
      await held;
      if (since !== undefined) since.to = now();
      // Whichever process is there by then: one that found the run paused has not begun.
      const goesOn = await poll();
      if (goesOn === obeys) goesOn?.control.unpause();
    },
    async cancel(): Promise<void> {
      if (heldUntil !== undefined) return;
      await request('cancel');
      const forGood = dice.chance(0.4);
      if (forGood) heldUntil = Number.POSITIVE_INFINITY;
      else void holdFor(dice.pick([2_000, 90_000, 11_000_000]));
      const obeys = await poll();
      if (obeys === undefined || (await obeys.lease.status()).control !== 'cancel') return;
      obeys.control.drain({ kind: 'cancelled' });
      quiet('cancelled');
    },
    async drain(): Promise<void> {
      await machine().awake();
      if (process?.isAlive() !== true) return;
      process.control.drain({ kind: 'signal', signal: 'SIGTERM' });
      quiet('draining');
    },
    nap(): void {
      const ms = dice.pick([5_000, 200_000, 7_200_000, 50_000_000]);
      machine().nap(ms);
      quiet('asleep', now() + ms);
    },
    ahead: () => machine().set(dice.pick([1_500, 200_000, 3_600_000, 50_000_000])),
    back: () => machine().set(-dice.pick([1_500, 200_000, 3_600_000])),
  };
  const all = Object.values(people);

  return {
    quiets,
    get acts() {
      return acts;
    },
    moment() {
      if (left === 0 || --moments > 0) return;
      left--;
      acts++;
      moments = dice.between(1, 150);
      const act = dice.pick([people.pause, people.pause, people.cancel, people.drain, ...all]);
      void sleep(dice.between(1, 300)).then(act);
    },
    async begins(next) {
      process = next;
      state = { backend: next.state, about: next.lease.about };
      const { control } = await next.lease.status();
      return control === 'run' ? undefined : `${control} was requested`;
    },
    hear: (word) => void quiet(word),
    comeBackAfterMs(end) {
      process = undefined;
      if (heldUntil === Number.POSITIVE_INFINITY) return end === 'died' ? 1_000 : undefined;
      const least = heldUntil === undefined ? 0 : heldUntil - now();
      if (end === 'died') return dice.chance(0.8) ? 1_000 : least + 1_000;
      const again = end.ended === 'stopped' || least > 0 || hasNews() || dice.chance(0.05);
      if (!again || comebacks-- <= 0) return undefined;
      return least + dice.between(1, 60) * 10_000;
    },
  };
}
