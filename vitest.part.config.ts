import { configDefaults, defineConfig } from 'vitest/config';
import { otherParts } from './test/rig/long-files.ts';
import { extra, general, ofFiles } from './vitest.config.ts';

const { files, words } = otherParts(process.env);

/** What `npm test` and the build server run: the short files of tests, and a part of the long ones. */
export default defineConfig({
  test: {
    ...general,
    ...ofFiles,
    reporters: [...general.reporters, { onInit: () => void process.stdout.write(`${words}\n`) }],
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...extra, ...files],
  },
});
