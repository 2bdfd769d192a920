import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { general, ofFiles } from './vitest.config.ts';

/** Rooms whose tests need no process and no browser, but for a few. */
const rooms = 'audience,audit,campaign,library,plan,report,schedule,service,time';
const slow = [
  'test/campaign/{check-gaps,hostile-yaml,worked-campaigns}.test.ts',
  'test/plan/{approved-plan,plan-after-crash,plan-difference-formats,plan-pages}.test.ts',
  'test/report/{events-page,hostile-text,plan-sources,report-in-browser,ticks}.test.ts',
];

export default defineConfig({
  test: {
    ...general,
    ...ofFiles,
    // They compute more than they wait.
    maxWorkers: availableParallelism() + 1,
    include: [`test/{${rooms}}/**/*.test.ts`],
    exclude: [...configDefaults.exclude, ...slow],
  },
});
