import { writeSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Prints `N passed, N failed` (and `, N skipped`) as the very last line, for scripts that read only that. */
export function plainReporter(): Reporter {
  let watching = false;
  return {
    onInit(vitest) {
      watching = vitest.config.watch;
    },
    onTestRunEnd(modules, unhandledErrors) {
      const line = `${plainSummary(modules, unhandledErrors.length)}\n`;
      if (watching) writeSync(1, line);
      // Other reporters still have their summaries to print.
      else process.once('exit', () => writeSync(1, line));
    },
  };
}

/** A file that did not load has no tests to count, and an error outside any test belongs to none: each is one failure. */
function plainSummary(modules: readonly TestModule[], unhandledErrors: number): string {
  const count = { passed: 0, failed: unhandledErrors, skipped: 0, pending: 0 };
  for (const module of modules) {
    const tests = [...module.children.allTests()];
    for (const test of tests) count[test.result().state]++;
    if (module.state() === 'failed' && !tests.some((test) => test.result().state === 'failed')) count.failed++;
  }
  const skipped = count.skipped + count.pending;
  return `${count.passed} passed, ${count.failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}
