import { runModules } from './run-modules.ts';

// npm run bench [-- [--smoke] NAME…]: every measurement in bench/*.bench.ts, or the named ones; --smoke makes each tiny.
const names = process.argv.slice(2).filter((name) => name !== '--smoke');
if (names.length < process.argv.length - 2) process.env['BENCH_SMOKE'] = '1';
process.exitCode = runModules('bench', names);
