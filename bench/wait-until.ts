import { setTimeout as sleep } from 'node:timers/promises';
import { isSmoke } from './measure.ts';

const mostMs = isSmoke ? 60_000 : 600_000;

/** Looks again and again until it is so. Rejects after ten minutes: a bench that waits without end keeps all others waiting. */
export async function waitUntil(what: string, isSo: () => boolean | Promise<boolean>, pauseMs = 20): Promise<void> {
  const start = performance.now();
  while (!(await isSo())) {
    if (performance.now() - start > mostMs) throw new Error(`after ${mostMs / 1000} s still waiting: ${what}`);
    await sleep(pauseMs);
  }
}
