import { createHalfRun, type Damage, flipped } from '../test/rig/damaged-state.ts';

/*
 * A state file of a run that was killed half-way: cut at every byte, and each bit flipped, in the file and in its log of changes.
 * Each time the run is carried out to its end, or refused; nobody twice, nobody lost.
 *   STRIDE=97 npm run soak -- corruption      every 97th place only (default 1: all of them, hours)
 */
const stride = Number(process.env['STRIDE'] ?? '1');
const sums = { trials: 0, ran: 0, refused: 0, broken: 0 };

for (const operation of ['whatsapp.send', 'otp.send'] as const) {
  for (const [written, part] of [
    ['log', 'db'],
    ['log', 'wal'],
    ['file', 'db'],
  ] as const) {
    using half = await createHalfRun(operation, 12, written);
    const size = half.sizes[part];
    const hunt = async (name: string, damage: (bytes: Uint8Array) => Uint8Array): Promise<void> => {
      const what: Damage = { [part]: damage };
      sums.trials++;
      try {
        const { ended, doubled, lost } = await half.resume(what);
        if (ended === 'ran') sums.ran++;
        else sums.refused++;
        if (doubled.length + lost.length === 0) return;
        process.stdout.write(
          `${operation}, ${written}, ${part}, ${name}: ${doubled.length} twice, ${lost.length} lost\n`,
        );
      } catch (error) {
        process.stdout.write(`${operation}, ${written}, ${part}, ${name}: ${String(error)}\n`);
      }
      sums.broken++;
    };
    for (let at = 0; at < size; at += stride) await hunt(`cut at ${at}`, (bytes) => bytes.subarray(0, at));
    for (let bit = 0; bit < size * 8; bit += stride) await hunt(`bit ${bit}`, (bytes) => flipped(bytes, bit));
    process.stdout.write(
      `${operation}, ${written}, ${part} (${size} bytes): in all ${sums.trials} trials, ${sums.ran} ran right, ${sums.refused} refused, ${sums.broken} broke a promise\n`,
    );
  }
}
process.exitCode = sums.broken > 0 ? 1 : 0;
