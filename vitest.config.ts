import { defineConfig } from 'vitest/config';
import { plainReporter } from './test/rig/plain-reporter.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/rig/build-once.ts'],
    reporters: ['default', plainReporter()],
    // Process tests start Node several times each; on two busy cores that is seconds, never minutes.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    pool: 'forks',
    // What a developer has set must not reach a test; a test that wants a setting names it.
    env: { NO_COLOR: '1', CALLSHEET_BASE_URL: '', CALLSHEET_API_KEY: '', CALLSHEET_API_SECRET: '' },
    coverage: { provider: 'v8', include: ['src/**'], exclude: ['src/**/*.gen.*'] },
  },
});
