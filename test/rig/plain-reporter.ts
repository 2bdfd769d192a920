import { writeSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Of a run of many files: where there is no terminal, which has a line of its own for it, so many files go by before the next line. */
const filesPerLine = 20;
const slowestShown = 10;

/**
 * Says how many files are left and, at the end, which tests took longest. Prints `N passed, N failed` (and `, N skipped`) as the very last line, for scripts that read only that. When no test has ended for
 * `mostQuietMs` (by default longer than any test may take) it names the files that are under way, which count as one failure each, and
 * ends the process with 1: a test that blocks its process cannot be ended by its own time limit.
 */
export function plainReporter(mostQuietMs = 360_000): Reporter {
  let watching = false;
  let quiet: NodeJS.Timeout | undefined;
  const modules = new Set<TestModule>();
  const underWay = new Set<TestModule>();
  let files = 0;
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
    onTestRunStart(specifications) {
      files = specifications.length;
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
      const ended = modules.size - underWay.size;
      if (ended % filesPerLine === 0 && ended < files && process.stdout.isTTY !== true)
        writeSync(1, `\n== ${ended} of ${files} files, ${files - ended} left\n\n`);
    },
    onTestRunEnd(ended, unhandledErrors) {
      clearTimeout(quiet);
      const line = `${slowestTests(ended)}${plainSummary(ended, unhandledErrors.length)}\n`;
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

/** Nothing where there are only a few. */
function slowestTests(modules: readonly TestModule[]): string {
  const tests = modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => ({
      name: `${module.relativeModuleId} > ${test.fullName}`,
      ms: test.diagnostic()?.duration ?? 0,
    })),
  );
  if (tests.length <= slowestShown) return '';
  const slowest = tests.toSorted((one, other) => other.ms - one.ms).slice(0, slowestShown);
  const lines = slowest.map(({ name, ms }) => `  ${(ms / 1000).toFixed(1).padStart(5)} s  ${name}`);
  return `\nThe slowest tests:\n${lines.join('\n')}\n\n`;
}
