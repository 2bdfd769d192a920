import { spawnSync } from 'node:child_process';
import { commandLine, isSmoke, median, spread } from './measure.ts';

/** What a command takes as a ratio to `node -e 0`, in turns: cells of a table. */
export function besideNothing(args: readonly string[], goal?: number, node = process.execPath): readonly string[] {
  const [nothing, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round <= (isSmoke ? 1 : 15); round++) {
    const [one, other] = [timed(node, ['-e', '0']), timed(node, [commandLine, ...args])];
    // The first round fills the disk's cache, and the command keeps its compiled code.
    if (round === 0) continue;
    nothing.push(one);
    ours.push(other);
  }
  return ratioCells(ours, nothing, goal);
}

/** Ratio with its spread, goal, ratio of the fastest rounds, seconds. */
export function ratioCells(ours: readonly number[], theirs: readonly number[], goal?: number): readonly string[] {
  const ratios = ours.map((ms, round) => ms / theirs[round]!);
  const least = Math.min(...ours) / Math.min(...theirs);
  return [spread(ratios), String(goal ?? ''), least.toFixed(2), (median(ours) / 1000).toFixed(2)];
}

function timed(node: string, args: readonly string[]): number {
  const started = performance.now();
  const { status, stdout } = spawnSync(node, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stdout}`);
  return performance.now() - started;
}
