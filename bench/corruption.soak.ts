import { existsSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createContactsFile } from '../test/rig/damaged-contacts.ts';
import { createHalfRun, flipped, type Resumed, refusals } from '../test/rig/damaged-state.ts';
import { noteMeasured } from './measured-table.ts';

/*
 * A state file of a run that was killed half-way, with every kind of row: cut at every byte, and each bit flipped, in the file
 * and in its log of changes. Each time the run is carried out to its end, or refused; nobody twice, nobody lost, and no hang.
 *   STRIDE=97 npm run soak -- corruption      every 97th place only (default 1: all of them, some half an hour)
 * A file of small pages is tried whole: it has the same rows and heads, and less emptiness. Of one with SQLite's own, a sample.
 * If the process itself ends, the file `corruption.at` in the folder for temporary files has the place.
 */
const stride = Number(process.env['STRIDE'] ?? '1');
const sampleStride = 61;
/** What is tried is what is in the files, not the disk beneath them. */
if (existsSync('/dev/shm')) process.env['TMPDIR'] = '/dev/shm';
const place = `${process.env['TMPDIR'] ?? '/tmp'}/corruption.at`;
/** Counted second by second: a machine that slept meanwhile does not count as a hang. */
const longestSeconds = 20;
/** libsql keeps a file open until the statements that were made for it have been collected: a process has but so many. */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const trialsBetween = 500;

const sums = { cuts: 0, flips: 0, ran: 0, refused: 0, broken: 0 };
const ends = new Map<string, number>();

for (const [page, step] of [
  [512, stride],
  [4096, stride * sampleStride],
] as const) {
  for (const [written, part] of [
    ['file', 'db'],
    ['log', 'wal'],
    ['log', 'db'],
  ] as const) {
    using half = await createHalfRun({ steps: 'mixed', answers: 14, written, page });
    const resume = async (damage: Damage): Promise<Tried> => {
      const { ended, doubled, lost } = await half.resume({ [part]: damage });
      return { ended, broken: [...named(doubled, 'twice'), ...named(lost, 'lost')] };
    };
    await huntIn(`${part} of a ${written} with pages of ${page}`, half.sizes[part], step, resume);
  }
  using contacts = await createContactsFile(page);
  const open = async (damage: Damage): Promise<Tried> => {
    const ended = await contacts.open(damage);
    return ended === 'same' ? { ended: 'ran', broken: [] } : { ended, broken: [] };
  };
  await huntIn(`contacts with pages of ${page}`, contacts.size, step, open);
}
const formatCount = (count: number): string => count.toLocaleString('en-GB');
const each = stride === 1 ? 'each' : `each ${stride}th`;
if (stride <= sampleStride) {
  noteMeasured({
    hunt: 'a damaged state file',
    done: `${each} byte cut off, ${each} bit flipped of a file with every kind of row, of its log, and of one with contacts, and a sample of larger ones: ${formatCount(sums.cuts)} cuts, ${formatCount(sums.flips)} flips; ${formatCount(sums.ran)} ran right, ${formatCount(sums.refused)} were refused`,
    broken: sums.broken,
  });
}
process.exitCode = sums.broken > 0 ? 1 : 0;

interface Tried {
  readonly ended: string;
  readonly broken: readonly string[];
}

type Damage = (bytes: Uint8Array) => Uint8Array;

function named(addresses: Resumed['lost'], what: string): readonly string[] {
  return addresses.map((address) => `${address} ${what}`);
}

async function huntIn(
  name: string,
  size: number,
  step: number,
  trial: (damage: Damage) => Promise<Tried>,
): Promise<void> {
  const hunt = async (where: string, damage: Damage): Promise<void> => {
    writeFileSync(place, `${name}, ${where}`);
    if ((sums.cuts + sums.flips) % trialsBetween === 0) {
      collect();
      // What has been collected is closed in a turn of its own.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const trouble = await troubleOf(async () => trial(damage));
    if (trouble === undefined) return;
    sums.broken++;
    process.stdout.write(`${name}, ${where}: ${trouble}\n`);
  };
  const beganAt = performance.now();
  for (let at = 0; at < size; at += step) {
    sums.cuts++;
    await hunt(`cut at ${at}`, (bytes) => bytes.subarray(0, at));
  }
  for (let bit = 0; bit < size * 8; bit += step) {
    sums.flips++;
    await hunt(`bit ${bit}`, (bytes) => flipped(bytes, bit));
  }
  const minutes = ((performance.now() - beganAt) / 60_000).toFixed(1);
  process.stdout.write(
    `${name} (${size} bytes, ${minutes} min): in all ${sums.cuts} cuts, ${sums.flips} flips, ${sums.ran} ran right, ${sums.refused} refused (${[...ends].map(([end, times]) => `${end} ${times}`).join(', ')}), ${sums.broken} broke a promise\n`,
  );
}

/** What was wrong with how it went. */
async function troubleOf(trial: () => Promise<Tried>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  let seconds = 0;
  const hang = new Promise<'hang'>((resolve) => {
    timer = setInterval(() => {
      if (++seconds >= longestSeconds) resolve('hang');
    }, 1_000);
  });
  try {
    const tried = await Promise.race([trial(), hang]);
    if (tried === 'hang') return 'it hung';
    const { ended, broken } = tried;
    if (ended === 'ran') sums.ran++;
    else sums.refused++;
    ends.set(ended, (ends.get(ended) ?? 0) + 1);
    if (broken.length > 0) return `${ended}, ${broken.join(', ')}`;
    return ended === 'ran' || refusals.includes(ended) ? undefined : ended;
  } catch (error) {
    return String(error);
  } finally {
    clearInterval(timer);
  }
}
