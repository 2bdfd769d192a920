import { runModules } from './run-modules.ts';

// npm run bench [-- NAME…]: every measurement in bench/*.bench.ts, or the named ones.
process.exitCode = runModules('bench', process.argv.slice(2));
