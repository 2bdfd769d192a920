import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../test/rig/free-port.ts';
import { selfSigned } from '../../test/rig/self-signed.ts';
import { now, type World } from './world.ts';

const day = '2026-11-23';
const at = (clock: string): number => Date.parse(`${day}T${clock}+01:00`);

/** Tokens of an account that may act, and of one that may only look. */
export const tokens = { operator: 'token-of-ada', viewer: 'token-of-ben' } as const;

/** A campaign in every state that a page can show. They are added one after the other: the sandbox has one clock. */
export async function addStates(world: World): Promise<void> {
  const { add, carryOut, fault, command } = world;
  const starts = (clock: string) => (text: string) => text.replace(`starts: ${day} 09:00`, `starts: ${day} ${clock}`);
  const slower = (text: string): string => text.replace('rate: 20/s', 'rate: 1/s');

  // Before.
  add('planned', 'Codes in December', '2026-12-01');
  const approved = add('approved', 'Codes on Saint Nicholas', '2026-12-07');
  await command('plan', approved, '--out', 'plan.json');
  await command('approve', approved, '--plan', 'plan.json', '--by', 'Ada Obi', '--comment', 'read all texts');
  add('overdue', 'Codes that nobody started', day);
  add('nobody', 'Codes for an empty list', '2026-12-02', (text) =>
    text.replace('    key: phone\n', '    key: phone\n    where: { verified: perhaps }\n'),
  );
  add('errors', 'Winter sale', '2026-12-01', (text) => text.replaceAll('{{ steps.code.', '{{ steps.kode.'));

  // Over.
  await carryOut(add('finished', 'Codes for new members', '2026-11-20'), Date.parse('2026-11-20T09:00:00+01:00'));
  await fault({ kind: 'status', operation: 'otp.send', status: '-10', skip: 30, times: 8 });
  await carryOut(add('too-late', 'Codes for the loyalty card', '2026-11-21'), Date.parse('2026-11-21T09:00:00+01:00'));
  await fault({ kind: 'status', operation: 'otp.send', status: '-10', skip: 30, times: 8 });
  await carryOut(add('stopped', 'Codes for the sports club', day, starts('10:00')), at('10:00'));
  await fault({ kind: 'reset-after', operation: 'otp.send', recipient: '*2' });
  await carryOut(add('in-doubt', 'Codes for the library', '2026-11-22'), Date.parse('2026-11-22T09:00:00+01:00'));
  await fault();
  const tooSlow = (text: string): string =>
    text.replace('rate: 20/s', 'rate: 1/6s').replace(/ends: .*/, `ends: ${day} 09:06`);
  await carryOut(add('ended', 'Codes for a lecture', day, tooSlow), at('09:00'));

  // Left by their processes.
  for (const [name, title, control] of [
    ['paused', 'Codes for the choir', 'pause'],
    ['cancelled', 'Codes for the old app', 'cancel'],
  ] as const) {
    const file = add(name, title, day, slower);
    const run = await carryOut(file, at('09:00'), at('09:00:30'));
    await run.end();
    await command(control, file, '--by', 'Ada Obi', '--comment', 'the text has a mistake');
  }

  // Under way.
  const later = (text: string): string => text.replace('window: always', 'window: { open: "14:00" }');
  await carryOut(add('waiting', 'Codes for the afternoon', day, later), at('09:00'), now);
  const inWaves = (text: string): string =>
    text.replace(
      'forEach: signups\n',
      'forEach: { audience: signups, waves: [20, rest], between: { promote: person } }\n',
    );
  await carryOut(add('wave', 'Codes in two waves', day, inWaves), at('09:00'), now);
  await carryOut(add('under-way', 'Codes for the evening', day, (text) => slower(starts('10:59')(text))), at('10:59'), now);

  // The sandbox's clock is at eleven by now.
  const dead = (text: string): string => starts('11:00')(text).replace(', rate: 20/s', '');
  await die(world, add('dead', 'Codes for the museum', day, dead));
}

/** What a control room with accounts needs, which is `https`. */
export async function teamOptions({ folder }: World): Promise<readonly string[]> {
  const account = (name: string, role: keyof typeof tokens) => ({
    name,
    role,
    token: `sha256:${createHash('sha256').update(tokens[role]).digest('hex')}`,
  });
  const accounts = [account('Ada Obi', 'operator'), account('Ben Eze', 'viewer')];
  writeFileSync(join(folder, 'accounts.json'), JSON.stringify({ accounts }), { mode: 0o600 });
  const { cert, key } = selfSigned();
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 });
  const port = await freePort();
  const url = ['--port', String(port), '--public-url', `https://127.0.0.1:${port}`];
  return [...url, '--tls-cert', 'cert.pem', '--tls-key', 'key.pem', '--accounts', 'accounts.json'];
}

/** Its process is killed with eight requests under way. */
async function die({ sandbox, fault, start }: World, file: string): Promise<void> {
  const sent = async (): Promise<number> => {
    const { codes } = (await (await fetch(`${sandbox}/_sandbox/codes`)).json()) as { readonly codes: readonly object[] };
    return codes.length;
  };
  const before = await sent();
  await fault({ kind: 'hang', operation: 'otp.send', when: 'after', skip: 20, times: 8 });
  // Its clock begins at eleven.
  const child = start(['run', file, '--yes'], at('11:00'));
  for (let tries = 0; (await sent()) < before + 20; tries++) {
    if (tries === 120) {
      child.kill('SIGKILL');
      throw new Error(`${file} sends too little: ${JSON.stringify(await child.ended)}`);
    }
    await setTimeout(500);
  }
  await setTimeout(1_500);
  child.kill('SIGKILL');
  await child.ended;
  await fault();
}

/** One campaign with so many people as a large list has. */
export function addMany(world: World, people: number): void {
  const rows = Array.from({ length: people }, (_, index) => `234000${String(index).padStart(7, '0')},Person ${index}`);
  writeFileSync(join(world.folder, 'many.csv'), ['phone,name', ...rows, ''].join('\n'));
  const steps = 'steps:\n  code:\n    uses: otp.send\n    forEach: everybody\n    with: { templateId: 31, channel: sms }\n';
  world.add('many', 'Codes for a whole country', '2026-12-01', (text) =>
    text
      .replace(/ends: .*/, 'ends: 2026-12-05 21:00')
      .replace(/limits: .*/, 'limits: { concurrency: 64, rate: 50/s, budget: 50000 }')
      .replace(/audiences:[\s\S]*/, `audiences:\n  everybody: { file: many.csv, key: phone }\n\n${steps}`),
  );
}
