import { writeSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Prints `N passed, N failed` (and `, N skipped`) as the very last line, for scripts that read only that. When no test has ended for
 * `mostQuietMs` (by default longer than any test may take) it names the files that are under way, which count as one failure each, and
 * ends the process with 1: a test that blocks its process cannot be ended by its own time limit.
 */
export function plainReporter(mostQuietMs = 360_000): Reporter {
  let watching = false;
  let quiet: NodeJS.Timeout | undefined;
  const modules = new Set<TestModule>();
  const underWay = new Set<TestModule>();
  const hung = (): void => {
    for (const { relativeModuleId } of underWay)
      writeSync(1, ` FAIL  ${relativeModuleId} (no test ended for ${mostQuietMs / 1000} s)\n`);
    const others = [...modules].filter((module) => !underWay.has(module));
    writeSync(1, `${plainSummary(others, Math.max(1, underWay.size))}\n`);
    process.exit(1);
  };
  const hasMoved = (): void => void quiet?.refresh();
  return {
    onInit(vitest) {
      watching = vitest.config.watch;
      if (!watching) quiet = setTimeout(hung, mostQuietMs);
    },
    onTestModuleStart(module) {
      modules.add(module);
      underWay.add(module);
      hasMoved();
    },
    onTestCaseResult: hasMoved,
    onTestModuleEnd(module) {
      underWay.delete(module);
      hasMoved();
    },
    onTestRunEnd(ended, unhandledErrors) {
      clearTimeout(quiet);
      const line = `${plainSummary(ended, unhandledErrors.length)}\n`;
      if (watching) writeSync(1, line);
      // Other reporters still have their summaries to print.
      else process.once('exit', () => writeSync(1, line));
    },
  };
}

/** A file that did not load has no tests to count, and an error outside any test belongs to none: each is one failure. */
function plainSummary(modules: readonly TestModule[], otherFailures: number): string {
  const count = { passed: 0, failed: otherFailures, skipped: 0, pending: 0 };
  for (const module of modules) {
    const tests = [...module.children.allTests()];
    for (const test of tests) count[test.result().state]++;
    if (module.state() === 'failed' && !tests.some((test) => test.result().state === 'failed')) count.failed++;
  }
  const skipped = count.skipped + count.pending;
  return `${count.passed} passed, ${count.failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}
