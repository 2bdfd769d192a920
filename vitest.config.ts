import { defineConfig } from 'vitest/config';
import { plainReporter } from './test/rig/plain-reporter.ts';

// What a developer has set must not reach a test; a test that wants a setting names it.
for (const name of Object.keys(process.env)) if (name.startsWith('CALLSHEET_')) delete process.env[name];

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
    env: { NO_COLOR: '1' },
    coverage: { provider: 'v8', include: ['src/**'], exclude: ['src/**/*.gen.*'] },
  },
});
