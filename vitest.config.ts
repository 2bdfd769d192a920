import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/rig/longest-first.ts';
import { plainReporter } from './test/rig/plain-reporter.ts';
import { quickFolder } from './test/rig/quick-folder.ts';

// What a developer has set must not reach a test; a test that wants a setting names it.
for (const name of Object.keys(process.env)) {
  if (name.startsWith('CALLSHEET_') && name !== 'CALLSHEET_TEST_POSTGRES') delete process.env[name];
}

process.env['TMPDIR'] = quickFolder();

/** What is around the product, and few changes break: `npm run test:extra`, which the build server runs beside the tests. */
export const extra = ['test/repository/{bench-smoke,deploy,tenth-operation}.test.ts'];

/** What holds for each file of tests. */
export const ofFiles = {
  // Process tests start Node several times each; on two busy cores that is seconds, on a machine that others use as well a minute.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 120_000 } },
  pool: 'forks' as const,
  // To load the modules takes longer than most tests: one process runs many files.
  isolate: false,
  env: { NO_COLOR: '1' },
  // Node 20 runs no TypeScript in a process or a thread of its own: those that were built before the tests.
  alias: ['snapshot/sources/start-sqlite-process'].map((path) => ({
    find: new RegExp(`^.*/${basename(path)}\\.ts$`),
    replacement: fileURLToPath(new URL(`dist/src/${path}.js`, import.meta.url)),
  })),
  setupFiles: 'test/rig/own-memory.ts',
};

export const general = {
  globalSetup: ['test/rig/build-once.ts', 'test/rig/postgres/shared-server.ts'],
  reporters: ['default', plainReporter()],
  teardownTimeout: 10_000,
  // Tests that say they are concurrent wait most of the time.
  maxConcurrency: 10,
  // Most of the time of a process test is waiting.
  maxWorkers: availableParallelism() * 3,
  sequence: { sequencer: LongestFirst },
  coverage: { provider: 'v8' as const, include: ['src/**'], exclude: ['src/**/*.gen.*'] },
};

export default defineConfig({
  test: {
    ...general,
    projects: [
      {
        test: {
          ...ofFiles,
          name: 'product',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...extra],
        },
      },
      { test: { ...ofFiles, name: 'extra', include: extra } },
    ],
  },
});
