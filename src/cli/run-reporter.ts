import type { LoadedCampaign } from '../campaign/load.ts';
import { formatAddress, type JobAddress } from '../job/address.ts';
import { formatInstant } from '../plan/local-time.ts';
import type { Host } from '../platform/ports.ts';
import { maskKey } from '../report/mask.ts';
import { sayCount } from '../report/plan/words.ts';
import { eventToText } from '../report/run/event-text.ts';
import { summaryTable } from '../report/run/summary-text.ts';
import type { RunEvent } from '../run/event.ts';
import type { RunResult } from '../run/run.ts';
import { summarise } from '../run/summary.ts';
import type { Store } from '../state/store.ts';
import { exitCode } from './exit-code.ts';

export interface RunReporter {
  readonly emit: (event: RunEvent) => void;
  /** A line for the person at the terminal. */
  note(line: string): void;
  finish(result: RunResult & { readonly exitCode: number; readonly store: Store }): void;
  close(): void;
}

export interface RunReporterOptions {
  readonly file: string;
  readonly format: 'text' | 'json';
  readonly showNumbers: boolean;
}

/** Text: lines on stderr as it goes, the sums on stdout at the end. JSON: one event a line on stdout. */
export function createRunReporter(input: {
  readonly options: RunReporterOptions;
  readonly loaded: LoadedCampaign;
  readonly host: Host;
}): RunReporter {
  const { options, loaded, host } = input;
  const { timezone } = loaded.campaign;
  const progress = createProgress(host, options.format === 'text');
  const note = (line: string): void => progress.above(`${line}\n`);
  if (options.format === 'json') {
    return {
      emit: (event) => host.console.out(`${JSON.stringify(withInstants(event, timezone))}\n`),
      note,
      finish: () => {},
      close: () => {},
    };
  }
  return {
    emit(event) {
      progress.heed(event);
      const line = eventToText(event, { timezone, showNumbers: options.showNumbers });
      if (line !== undefined) note(line);
    },
    note,
    finish(result) {
      progress.close();
      const { summary, steps } = summarise(loaded, result.store);
      const lines = [
        summaryTable(steps, summary),
        '',
        ...doubts(result.store, options),
        endedWords(result, options.file),
      ];
      host.console.out(`${lines.join('\n')}\n`);
    },
    close: () => progress.close(),
  };
}

const doubtsShown = 20;

function doubts(store: Store, options: RunReporterOptions): string[] {
  const addresses: JobAddress[] = [];
  let count = 0;
  for (const job of store.jobs({ state: 'inDoubt' })) {
    if (++count > doubtsShown) continue;
    const key = job.key === undefined || options.showNumbers ? job.key : maskKey(job.key);
    addresses.push(formatAddress(key === undefined ? { step: job.step } : { step: job.step, key }));
  }
  if (count === 0) return [];
  const more = count > doubtsShown ? `, and ${sayCount(count - doubtsShown)} more` : '';
  return [
    `In doubt, and never sent again by itself: ${addresses.join(', ')}${more}.`,
    `Decide with \`callsheet reconcile ${options.file}\`.`,
  ];
}

function endedWords(result: { readonly exitCode: number; readonly reason?: string }, file: string): string {
  const because = result.reason === undefined ? '' : `: ${result.reason}`;
  switch (result.exitCode) {
    case exitCode.done:
      return 'Done. Nothing is left to do.';
    case exitCode.stopped:
      return `Stopped${because}. The same command goes on where it stopped: \`callsheet run ${file}\`.`;
    default:
      return `Finished, but not everything went well${because}.`;
  }
}

/** Instants as ISO 8601 with offset, everything else as it is. */
function withInstants(event: RunEvent, timezone: string): Record<string, unknown> {
  const record: Record<string, unknown> = { ...event };
  for (const field of ['at', 'until', 'notBefore']) {
    if (typeof record[field] === 'number') record[field] = formatInstant(record[field], timezone);
  }
  return record;
}

/** A live line on a terminal; elsewhere a plain one now and then. */
function createProgress(
  host: Host,
  on: boolean,
): { above(text: string): void; heed(event: RunEvent): void; close(): void } {
  const { console, clock } = host;
  const steps = new Map<string, { done: number; readonly total: number }>();
  const live = on && console.errIsTerminal;
  let shown = '';
  let lastAt = clock.now();
  const clear = (): void => {
    if (shown !== '') console.err('\r\u001b[K');
    shown = '';
  };
  const draw = (): void => {
    const parts = [...steps]
      .filter(([, { done, total }]) => done < total)
      .map(([step, { done, total }]) => `${step} ${sayCount(done)} of ${sayCount(total)}`);
    if (parts.length === 0) return clear();
    const text = `  ${parts.join(', ')}`.slice(0, console.width - 1);
    if (live) {
      console.err(`\r\u001b[K${text}`);
      shown = text;
    } else console.err(`${text}\n`);
  };
  const everyMs = live ? 100 : 5_000;
  return {
    above(text) {
      clear();
      console.err(text);
    },
    heed(event) {
      if (!on) return;
      if (event.event === 'step' && event.state === 'open' && event.jobs.toDo > 1)
        steps.set(event.step, { done: 0, total: event.jobs.toDo });
      if (event.event === 'job' && event.state !== 'again') {
        const step = steps.get(event.address.slice(0, event.address.indexOf('[')));
        if (step !== undefined) step.done++;
      }
      const now = clock.now();
      if (now - lastAt < everyMs) return;
      lastAt = now;
      draw();
    },
    close: clear,
  };
}
