import { installPeers } from './install-peers.ts';
import { runModules } from './run-modules.ts';

// npm run bench [-- [--smoke] NAME…]: every measurement in bench/*.bench.ts, or the named ones; --smoke makes each tiny.
// npm run bench -- --install: installs what `peers` compares with, in bench/peers/ alone.
const args = process.argv.slice(2);
const options = args.filter((arg) => arg.startsWith('--'));
const names = args.filter((arg) => !arg.startsWith('--'));
const unknown = options.filter((option) => option !== '--smoke' && option !== '--install');
if (unknown.length > 0) {
  process.stderr.write(`no such option: ${unknown.join(', ')}; there are: --smoke, --install\n`);
  process.exitCode = 2;
} else if (options.includes('--install')) {
  process.exitCode = installPeers();
} else {
  if (options.includes('--smoke')) process.env['BENCH_SMOKE'] = '1';
  process.exitCode = runModules('bench', names);
}
