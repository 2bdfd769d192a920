import type { MultiBar, SingleBar } from 'cli-progress';
import { visibleOutput } from '../../diagnostic/visible-text.ts';
import type { Host } from '../../platform/ports.ts';
import { formatCount } from '../../report/plan/words.ts';
import type { RunEvent } from '../../run/event.ts';

/** How far each step is: bars with a forecast of their end on a terminal, elsewhere a plain line now and then. */
export interface RunProgress {
  onEvent(event: RunEvent): void;
  /** Prints a whole line on stderr, above the bars. */
  above(line: string): void;
  close(): void;
}

const plainEveryMs = 5_000;

export async function createRunProgress(host: Host, stepName: (id: string) => string): Promise<RunProgress> {
  return host.console.errIsTerminal ? createBars(host, stepName) : createPlainLines(host, stepName);
}

async function createBars(host: Host, stepName: (id: string) => string): Promise<RunProgress> {
  const { default: cliProgress } = await import('cli-progress');
  const bars: MultiBar = new cliProgress.MultiBar(
    {
      format: '  {step} {bar} {value} of {total}, {eta_formatted} to go',
      hideCursor: true,
      clearOnComplete: true,
      emptyOnZero: true,
      fps: 10,
    },
    cliProgress.Presets.shades_classic,
  );
  const steps = new Map<string, SingleBar>();
  return {
    onEvent(event) {
      if (event.event === 'step' && event.state === 'open' && event.jobs.toDo > 1) {
        steps.set(event.step, bars.create(event.jobs.toDo, 0, { step: stepName(event.step) }));
      } else if (event.event === 'step' && event.state !== 'open') {
        const bar = steps.get(event.step);
        if (bar !== undefined) bars.remove(bar);
        steps.delete(event.step);
      } else if (event.event === 'job' && event.state !== 'again') {
        steps.get(stepOf(event.address))?.increment();
      }
    },
    above(line) {
      if (steps.size === 0) {
        host.console.err(`${line}\n`);
        return;
      }
      // Past the console, and so past what it takes out.
      bars.log(`${visibleOutput(line, { colour: false })}\n`);
      // Else it would wait for the next picture, which may never come.
      bars.update();
    },
    close: () => bars.stop(),
  };
}

function createPlainLines(host: Host, stepName: (id: string) => string): RunProgress {
  const steps = new Map<string, { done: number; readonly total: number }>();
  let lastAt = host.clock.now();
  return {
    onEvent(event) {
      if (event.event === 'step' && event.state === 'open' && event.jobs.toDo > 1) {
        steps.set(event.step, { done: 0, total: event.jobs.toDo });
      } else if (event.event === 'job' && event.state !== 'again') {
        const step = steps.get(stepOf(event.address));
        if (step !== undefined) step.done++;
      }
      const now = host.clock.now();
      if (now - lastAt < plainEveryMs) return;
      lastAt = now;
      const parts = [...steps]
        .filter(([, { done, total }]) => done < total)
        .map(([step, { done, total }]) => `${stepName(step)} ${formatCount(done)} of ${formatCount(total)}`);
      if (parts.length > 0) host.console.err(`  ${parts.join(', ')}\n`);
    },
    above: (line) => host.console.err(`${line}\n`),
    close: () => {},
  };
}

function stepOf(address: string): string {
  const bracket = address.indexOf('[');
  return bracket === -1 ? address : address.slice(0, bracket);
}
