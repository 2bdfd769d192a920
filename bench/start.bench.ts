import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { besideNothing } from './beside-nothing.ts';
import { isSmoke, record, requireBuilt } from './measure.ts';
import { writeRedialCampaign } from './redial-campaign.ts';

/** What a short command takes beside `node -e 0`, on each Node that the package supports; the registry has their binaries. */
requireBuilt();
const folder = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
try {
  const nodes = isSmoke ? [process.execPath] : ['20', '22', '24'].map(install);
  const rows = nodes.flatMap((node, index) => {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    const row = (what: string, args: readonly string[], goal: number): string =>
      `| ${[version, what, ...besideNothing(args, goal, node)].join(' | ')} |`;
    return [
      row('--help', ['--help'], 1.3),
      row('check, 11 lines', ['check', writeRedialCampaign(folder, 1)], index === 0 ? 2 : 3),
      row('check, 200 lines', ['check', writeRedialCampaign(folder, 28)], index === 0 ? 2 : 3),
    ];
  });
  record('Start', [
    'Ratios to `node -e 0` of the same round: median (least–most).',
    '',
    '| Node | command | ratio | goal | least to least | seconds |',
    '|---|---|---|---|---|---|',
    ...rows,
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function install(major: string): string {
  const platform = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const place = join(folder, major);
  const quiet = ['--no-audit', '--no-fund', '--silent', '--no-save'];
  execFileSync('npm', ['install', ...quiet, '--prefix', place, `${platform}@${major}`], { stdio: 'inherit' });
  return join(place, 'node_modules', platform, 'bin', 'node');
}
