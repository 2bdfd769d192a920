import type { Host } from '../../platform/ports.ts';
import { formatCount } from '../../report/plan/words.ts';
import type { RunAbout, RunReader, StateBackend } from '../../state/backend.ts';
import type { Holder } from '../../state/refusal.ts';
import { stateTrouble } from '../../state/state-trouble.ts';
import type { ExitCode } from '../options/exit-code.ts';

const lookMs = 500;
const progressMs = 5_000;

/**
 * Follows a run that another process leads, until the run has ended (its exit code) or nobody leads it any more (undefined). Where the
 * leader has not begun when it goes, there is nothing to follow either.
 */
export async function followRun(input: {
  readonly backend: StateBackend;
  readonly about: RunAbout;
  readonly holder: Holder | undefined;
  readonly host: Host;
}): Promise<ExitCode | undefined> {
  const { backend, about, holder, host } = input;
  const leader = holder === undefined ? 'Another process' : `Process ${holder.pid} on ${holder.host}`;
  const { console, clock } = host;
  console.err(
    `${leader} leads run ${about.run} of ${about.campaign}. Following it; if it dies, this process continues the run.\n`,
  );
  const opened = await backend.openForReading({ about, verify: 'none' });
  if (opened === undefined || 'refused' in opened) return undefined;
  const { reader } = opened;
  try {
    let hasBegun = false;
    let shownAt = clock.now();
    let shown = '';
    for (;;) {
      const status = await readStatus(reader);
      if (status !== undefined) {
        const isLed = status.carriedOut === about.run;
        if (!isLed) return hasBegun ? (status.exitCode as ExitCode | undefined) : undefined;
        hasBegun ||= status.exitCode === undefined;
      }
      if (clock.now() - shownAt >= progressMs) {
        shownAt = clock.now();
        const text = await progressText(reader);
        if (text !== shown) console.err(`${text}\n`);
        shown = text;
      }
      await clock.sleepUntil(clock.now() + lookMs);
    }
  } finally {
    await reader.close();
  }
}

/** Undefined while the database does not answer. */
function readStatus(reader: RunReader) {
  return reader.status().catch((error: unknown) => {
    if (stateTrouble(error) !== 'storeUnreachable') throw error;
    return undefined;
  });
}

async function progressText(reader: RunReader): Promise<string> {
  const states = new Map<string, number>();
  for (const { state, jobs } of await reader.counts()) states.set(state, (states.get(state) ?? 0) + jobs);
  return [...states].map(([state, jobs]) => `${formatCount(jobs)} ${state}`).join(', ');
}
