import { runModules } from './run-modules.ts';

// npm run soak [-- NAME…]: every long hunt for failures in bench/*.soak.ts, or the named ones.
process.exitCode = runModules('soak', process.argv.slice(2));
