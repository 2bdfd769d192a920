import { statSync } from 'node:fs';
import type { pino } from 'pino';
import { messageOf } from '../../diagnostic/message-of.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { NoticeFailure } from '../../notice/notices.ts';
import { whyUnreadable } from '../../platform/ports.ts';
import { shownAddress, shownReason } from '../../report/mask.ts';
import { eventToJson } from '../../report/run/event-text.ts';
import type { RunEvent } from '../../run/event.ts';
import { formatInstant } from '../../time/local-time.ts';

/** The run's events beside its state file, one JSON object a line, numbers masked; accepted jobs are only in the state file. */
export interface RunLog {
  /** Why nothing is logged, if it is. */
  readonly problem?: string;
  write(event: RunEvent): void;
  writeNoticeFailure(failure: NoticeFailure): void;
  close(): void;
}

export async function createRunLog(path: string, timezone: string): Promise<RunLog> {
  const { pino } = await import('pino');
  const destination = open(path, pino.destination);
  // A log that cannot be written must not stop what is being logged; the state file has the truth.
  if (typeof destination === 'string')
    return { problem: `${path} ${destination}`, write() {}, writeNoticeFailure() {}, close() {} };
  destination.on('error', () => {});
  const log = pino({ base: null, timestamp: false, formatters: { level: (level) => ({ level }) } }, destination);
  return {
    write(event) {
      if (event.event === 'job' && event.state === 'accepted' && event.job.key !== undefined) return;
      const printed = eventToJson(event, timezone);
      log.info({
        ...printed,
        ...('job' in event ? { address: shownAddress(event.job, false) } : {}),
        ...('title' in event && event.title !== undefined ? { title: visibleLine(event.title) } : {}),
        ...(typeof printed['reason'] === 'string' ? { reason: shownReason(printed['reason'], false) } : {}),
      });
    },
    writeNoticeFailure: ({ at, notice, reason }) =>
      log.info({ event: 'noticeFailed', at: formatInstant(at, timezone), notice, reason: visibleLine(reason) }),
    close: () => destination.end(),
  };
}

/** In words why nothing can be written there. */
function open(path: string, destination: typeof pino.destination): ReturnType<typeof pino.destination> | string {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    const unreadable = stats && whyUnreadable(stats);
    // To open a named pipe waits for somebody who reads it.
    return unreadable?.words ?? destination({ dest: path, mode: 0o600, mkdir: true, sync: true });
  } catch (error) {
    return `cannot be written (${messageOf(error)})`;
  }
}
