import type { Trace, TraceStep } from './trace.ts';

/** Few traces that together show every kind of step, and every two kinds in a row, that any of them shows. */
export function chooseTraces<Step>(
  all: readonly (readonly Step[])[],
  most: number,
  kindsShown: (trace: readonly Step[]) => readonly (readonly string[])[],
): readonly (readonly Step[])[] {
  const left = all.map((trace) => ({ trace, shows: kindsShown(trace) }));
  const covered = new Set<string>();
  const chosen: (readonly Step[])[] = [];
  while (chosen.length < most) {
    const gains = left.map(({ shows }) => shows.filter((kinds) => kinds.some((kind) => !covered.has(kind))).length);
    const best = gains.indexOf(Math.max(0, ...gains));
    if (best === -1 || gains[best] === 0) break;
    const [{ trace, shows }] = left.splice(best, 1) as [(typeof left)[number]];
    // What comes after the last new kind is left out.
    const end = shows.findLastIndex((kinds) => kinds.some((kind) => !covered.has(kind))) + 1;
    for (const kind of shows.slice(0, end).flat()) covered.add(kind);
    chosen.push(trace.slice(0, end));
  }
  return chosen;
}

/** For each step of a trace: its kind, with the step before it, and with the one before it for the same job. */
export function kindsShown(trace: Trace): readonly (readonly string[])[] {
  const claims: string[] = [];
  const latest = new Map<string, string>();
  let before = '';
  return trace.map((step) => {
    if (step.action === 'claim') claims.push(step.job ?? '');
    const job = step.job ?? (step.claim === undefined ? undefined : claims[step.claim - 1]);
    const kind = kindOf(step, job);
    const kinds = [kind, `${before}, ${step.action}`];
    before = step.action;
    if (job !== undefined) {
      kinds.push(`${latest.get(job) ?? ''}; ${kind}`);
      latest.set(job, kind);
    }
    return kinds;
  });
}

/** `answer code: inDoubt`: what is done to which job, and what it makes of it. */
function kindOf({ action, refused, now }: TraceStep, job: string | undefined): string {
  const after = job === undefined ? undefined : now?.[job];
  const result = after === undefined ? '' : `: ${after.state}${after.doubtful ? ' doubtful' : ''} ${after.reached}`;
  return `${action}${refused === undefined ? '' : ' refused'} ${job ?? ''}${result}`;
}
