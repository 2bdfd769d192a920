import type { Host } from '../../platform/ports.ts';
import type { RunEvent } from '../../run/event.ts';

/** How far each step is. */
export interface RunProgress {
  /** `line` is what the event says to people, if anything. */
  onEvent(event: RunEvent, line: string | undefined): void;
  /** Prints a line that stays, on stderr. */
  above(line: string): void;
  close(): void;
}

export interface ProgressOptions {
  readonly host: Host;
  readonly timezone: string;
  readonly stepName: (id: string) => string;
}
