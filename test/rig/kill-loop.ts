import type { RunEvent } from '../../src/run/event.ts';
import { type CampaignRig, createCampaignRig, otpStep, people, peopleInDoubt, whatsappStep } from './campaign-rig.ts';
import type { Ended } from './child.ts';
import { seeded } from './hostile-files.ts';

/** What a campaign came to whose process was killed again and again: compared by recipient, never by counts. */
export interface KillReport {
  readonly kills: number;
  /** Reached more than once. */
  readonly doubled: readonly string[];
  /** Not reached, and not listed in doubt either. */
  readonly lost: readonly string[];
  readonly inDoubt: readonly string[];
  /** In doubt, and in fact reached. */
  readonly arrived: readonly string[];
  /** Doubts that each kill left. */
  readonly doubtsByKill: readonly number[];
  readonly last: Ended;
}

export interface KillLoopInput {
  readonly operation: 'whatsapp.send' | 'otp.send';
  /** Decides the moments; the machine's own pace does too. */
  readonly seed: number;
  readonly kills: number;
  readonly recipients: number;
  readonly concurrency: number;
}

/**
 * Runs a campaign, kills its process (SIGKILL) when the sandbox has done so many more requests, and runs it again; after
 * `kills` kills to the end.
 */
export async function killLoop(input: KillLoopInput): Promise<KillReport> {
  const { operation, seed, kills, recipients, concurrency } = input;
  const random = seeded(seed);
  await using rig = await createCampaignRig();
  const members = people(recipients);
  await rig.members(members);
  const steps = operation === 'otp.send' ? otpStep : whatsappStep;
  await rig.campaign(steps, `limits: { concurrency: ${concurrency} }`);
  const doubtsByKill: number[] = [];
  let killed = 0;
  // A run that ends before its moment comes was not killed; the next begins where everything is done.
  while (killed < kills) {
    const ended = await runUntilKilled(rig, Math.floor((random() * 1.2 * recipients) / kills) + 1, random);
    doubtsByKill.push(...recoveredBy(ended));
    if (ended.signal !== 'SIGKILL') break;
    killed++;
  }
  const last = await rig.run('--format', 'json');
  doubtsByKill.push(...recoveredBy(last));
  return { kills: killed, doubtsByKill, last, ...(await compare(rig, operation, members)) };
}

async function runUntilKilled(rig: CampaignRig, more: number, random: () => number): Promise<Ended> {
  const before = rig.requests().length;
  const child = rig.process(['run', 'campaign.yaml', '--yes', '--format', 'json']);
  let turns = Math.floor(random() * 12);
  const kill = (): void => {
    // A few turns of this process's loop: while the answer is on its way, or after it has come.
    if (turns-- > 0) setImmediate(kill);
    else child.kill('SIGKILL');
  };
  void rig.answered(before + more).then(kill);
  return child.ended;
}

/** What a run found when it began. */
function recoveredBy(ended: Ended): readonly number[] {
  return ended.stdout
    .split('\n')
    .filter((line) => line.startsWith('{"event":"recovered"'))
    .map((line) => (JSON.parse(line) as Extract<RunEvent, { event: 'recovered' }>).inDoubt);
}

async function compare(rig: CampaignRig, operation: KillLoopInput['operation'], members: readonly string[]) {
  const effects = rig.effects(operation);
  const inDoubt = peopleInDoubt(await rig.callsheet(['status', 'campaign.yaml', '--format', 'json']).ended);
  return {
    doubled: Object.keys(effects).filter((name) => effects[name]! > 1),
    lost: members.filter((name) => effects[name] === undefined && !inDoubt.includes(name)),
    inDoubt,
    arrived: inDoubt.filter((name) => effects[name] !== undefined),
  };
}
