import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ours, yardstick } from './clients.ts';
import { isSmoke, median, record, requireBuilt, spread } from './measure.ts';
import { startPeer } from './start-peer.ts';
import { type Measured, measureTrial } from './trial.ts';

/**
 * What `concurrency` buys on a slow disk: whole runs of the built command, while each sync takes so many milliseconds
 * (`slow-sync.c`). The state file is in memory, so a sync takes just that long. As many recipients as are over in some
 * seconds on every disk.
 */
process.env['TMPDIR'] = '/dev/shm';
const only = process.env['CONCURRENCY']?.split(',');
const concurrencies = (isSmoke ? [16] : [1, 16, 64, 256]).filter((one) => only?.includes(String(one)) !== false);
const syncMs = isSmoke ? [1] : [0, 1, 4, 10];
const rounds = isSmoke ? 1 : Number(process.env['ROUNDS'] ?? 3);
const secondsEach = 2;

requireBuilt();
const folder = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
try {
  const library = buildLibrary();
  if ('missing' in library) process.stdout.write(`not measured: ${library.missing}\n`);
  else record('Slow disks', await measureAll(library.path), only && { cells: 1 });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureAll(library: string): Promise<string[]> {
  const peer = await startPeer();
  try {
    const lines = [
      `Requests per second of \`callsheet run\` while each sync of the disk takes so long, as ratios to the bare loop at the same concurrency in the same round, which syncs nothing: median (least–most) of ${rounds}, and requests/s. The state file is in memory.`,
      '',
      `| concurrency | ${syncMs.map((ms) => `sync of ${ms} ms`).join(' | ')} |`,
      `|---|${syncMs.map(() => '---').join('|')}|`,
    ];
    for (const concurrency of concurrencies) {
      const cells: string[] = [];
      for (const ms of syncMs) {
        const env = { LD_PRELOAD: library, BENCH_SYNC_US: String(ms * 1_000) };
        const recipients = recipientsFor(concurrency, ms);
        const all: { readonly bare: Measured; readonly slow: Measured }[] = [];
        for (let round = 0; round < rounds; round++) {
          const bare = await measureTrial({ client: yardstick, peer, concurrency, recipients });
          const slow = await measureTrial({ client: { ...ours, env }, peer, concurrency, recipients });
          if (!('missing' in bare) && !('missing' in slow)) all.push({ bare, slow });
        }
        const ratio = spread(all.map(({ bare, slow }) => slow.perSecond / bare.perSecond));
        cells.push(`${ratio}, ${median(all.map(({ slow }) => slow.perSecond)).toFixed(0)}/s`);
      }
      lines.push(`| ${concurrency} | ${cells.join(' | ')} |`);
      process.stdout.write(`${lines.at(-1)}\n`);
    }
    return lines;
  } finally {
    peer.stop();
  }
}

/** Each job waits for about one sync and a half; without them, some 20,000 are done in a second. */
function recipientsFor(concurrency: number, ms: number): number {
  if (isSmoke) return 50;
  const perSecond = Math.min(20_000, (concurrency * 1_000) / (0.3 + 1.5 * ms));
  return Math.round(perSecond * secondsEach);
}

function buildLibrary(): { readonly path: string } | { readonly missing: string } {
  if (process.platform !== 'linux') return { missing: 'LD_PRELOAD is for Linux' };
  const source = fileURLToPath(new URL('slow-sync.c', import.meta.url));
  const path = join(folder, 'slow-sync.so');
  const built = spawnSync('cc', ['-O2', '-shared', '-fPIC', '-o', path, source, '-ldl'], { encoding: 'utf8' });
  if (built.error !== undefined) return { missing: 'no C compiler: there is no cc' };
  return built.status === 0 ? { path } : { missing: `cc ended with ${built.status}: ${built.stderr}` };
}
