import { type KnownPlan, readPlan } from '../../control/shown/known-plan.ts';
import type { RunLook } from '../../control/shown/run-look.ts';
import type { OwnCommandEnd } from '../../platform/own-program.ts';
import type { Clock } from '../../platform/ports.ts';
import type { OwnCommands } from './own-commands.ts';

/** A plan is made again when the run changes its state, or somebody decides upon a job, and now and then: the files may have been edited. */
const [oftenMs, seldomMs] = [10_000, 60_000];
const firstMs = 500;

/** Plans of campaigns that somebody looks at, made by `callsheet plan` in a process of its own. */
export function createKnownPlans(commands: OwnCommands, clock: Clock) {
  const now = (): number => clock.now();
  interface Known {
    readonly known: KnownPlan | undefined;
    readonly busy: Promise<void> | undefined;
    /** Of what it was made, or is being made. */
    readonly about: string;
    readonly madeOf: string;
    readonly at: number;
    readonly took: number;
  }
  const plans = new Map<string, Known>();

  const refresh = (file: string, about: string): Promise<void> => {
    const before = plans.get(file);
    let begun = now();
    const make = async (): Promise<OwnCommandEnd> => {
      // What is known without a plan is shown first: the two would share the processor.
      if (before === undefined) await clock.sleepUntil(begun + firstMs);
      begun = now();
      return commands.about('plan', file, ['--format', 'json']);
    };
    const busy = make().then(
      ({ code, out, err }) => {
        const known = readPlan(code, out, err);
        plans.set(file, { known, busy: undefined, about, madeOf: about, at: now(), took: now() - begun });
      },
      (error: unknown) => {
        plans.delete(file);
        throw error;
      },
    );
    const { known, madeOf = '', took = 0 } = before ?? {};
    plans.set(file, { known, busy, about, madeOf, at: begun, took });
    return busy;
  };

  return {
    /** What is known now; where there is nothing new enough, the next one is on its way. */
    of(file: string, look: RunLook): KnownPlan | undefined {
      // Where no process sends, what is recorded changes by decisions alone.
      const recorded = look.isUnderWay ? '' : JSON.stringify([...look.counts]);
      const about = `${look.state} ${look.isUnderWay} ${recorded}`;
      const before = plans.get(file);
      const age = now() - (before?.at ?? 0);
      const often = look.isUnderWay ? oftenMs : seldomMs;
      const isOld = before === undefined || before.about !== about || age > Math.max(often, before.took * 20);
      if (isOld && before?.busy === undefined) refresh(file, about).catch(() => undefined);
      const { known, madeOf } = plans.get(file) ?? {};
      return known && { ...known, isEarlier: madeOf !== about };
    },
  };
}
