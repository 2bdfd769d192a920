import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AttackSetup, CommandPlace } from '../attack-setup.ts';
import {
  type CampaignFile,
  campaignOf,
  listOf,
  localTime,
  numbersOf,
  type ReachingOperation,
  stepFor,
} from '../attacked-campaign.ts';
import { honest, refusalMessage } from '../service/behaviour.ts';
import { type AttackClass, judgedSteps, wait } from './attack-class.ts';

const hourMs = 3_600_000;

/** A run of a campaign on one machine is one, whatever happens to the files and to what the service is called. */
export const oneRunner: AttackClass = {
  about: 'a second runner of one run, or a run that is taken for another one',
  tls: false,
  variants: [
    'second waits: copy',
    'edited starts',
    'other base URL',
    'at once: copy',
    'second waits: hard link',
    'state deleted',
    'second waits: other state folder',
    'at once: hard link',
    'at once: other state folder',
  ],
  async carryOut(setup, variant) {
    const { dice } = setup;
    const people = numbersOf(dice.between(8, 16));
    // Codes have names that come out the same, which would hide what messages show.
    const step = stepFor(
      'first',
      variant === 'edited starts' ? dice.pick<ReachingOperation>(['message', 'code']) : 'message',
    );
    await setup.write('members.csv', listOf(people));
    const [what, how = ''] = variant.split(': ') as [string, string?];
    const campaign = campaignOf([step], { limits: { concurrency: dice.pick([1, 2, 4]) } });
    if (what === 'edited starts') await editedStarts(setup, campaign);
    else if (what === 'other base URL' || what === 'state deleted') await lostState(setup, campaign, what);
    else await twoRunners(setup, { campaign, how, waits: what === 'second waits' });
    return { ...(await setup.evidence()), steps: judgedSteps([step], people) };
  },
};

/** The second one from a copy of the folder, a folder of hard links, or with its state elsewhere. */
async function twoRunners(
  setup: AttackSetup,
  { campaign, how, waits }: { readonly campaign: CampaignFile; readonly how: string; readonly waits: boolean },
): Promise<void> {
  const { elsewhere, dice } = setup;
  const startsAt = Math.ceil(Date.now() / 1000) * 1000 + 4_000;
  const starts = localTime(startsAt, campaign.timezone);
  await setup.campaign(waits ? { ...campaign, starts } : campaign);
  let place: CommandPlace = {};
  let more: readonly string[] = [];
  if (how === 'other state folder') {
    more = ['--state', join(elsewhere, 'state')];
    setup.states.push({ cwd: setup.folder, more });
  } else {
    await setup.copyFiles(how === 'copy' ? 'copy' : 'hardLink');
    place = { cwd: elsewhere };
    setup.states.push({ cwd: elsewhere });
  }
  const first = setup.start(['run', 'campaign.yaml', '--yes', '--format', 'json']);
  if (waits) {
    // It says that it waits; a program that says nothing has a second and a half.
    const words = first.line(/"event":"waiting"/).catch(() => undefined);
    await Promise.race([words, wait(1_500)]);
  } else await wait(dice.pick([0, 0, 20, 100]));
  const second = setup.start(['run', 'campaign.yaml', '--yes', ...more], place);
  await Promise.all([first.ended, second.ended]);
}

/** Halted half-way by an empty account, which is the most natural moment to change the date. */
async function haltHalfWay(setup: AttackSetup, more: readonly string[] = []): Promise<void> {
  const { service, dice } = setup;
  const reached = dice.between(2, 6);
  const halt = service.choose;
  service.choose = ({ work }) =>
    service.arrivals.filter(({ effect }) => effect).length < reached
      ? honest
      : refusalMessage(work.operation === 'message' ? '-68' : '-10', 'balance insufficient');
  await setup.command(['run', 'campaign.yaml', '--yes', ...more]);
  service.choose = halt;
}

async function editedStarts(setup: AttackSetup, campaign: CampaignFile): Promise<void> {
  const { dice } = setup;
  const now = Date.now();
  // It is about noon there, so that an hour ago is today.
  const today = localTime(now - hourMs, campaign.timezone).slice(0, 16);
  const yesterday = localTime(now - 25 * hourMs, campaign.timezone).slice(0, 16);
  const [before, after] = dice.pick([
    [undefined, today],
    [today, undefined],
    [yesterday, today],
    [today, yesterday],
  ] as const);
  const dated = (starts: string | undefined): CampaignFile =>
    starts === undefined ? campaign : { ...campaign, starts };
  await setup.campaign(dated(before));
  await haltHalfWay(setup, ['--late']);
  await setup.campaign(dated(after));
  await setup.command(['run', 'campaign.yaml', '--yes', '--late']);
  // A refusal is a right answer; who puts the date back goes on.
  await setup.campaign(dated(before));
  await setup.command(['run', 'campaign.yaml', '--yes', '--late']);
}

async function lostState(setup: AttackSetup, campaign: CampaignFile, what: string): Promise<void> {
  const { service, dice, folder, elsewhere, env } = setup;
  const { port } = service;
  await setup.campaign(campaign);
  const spellings = [
    `http://127.0.0.1:${port}`,
    `http://127.0.0.1:${port}/`,
    `http://127.1:${port}`,
    `HTTP://127.0.0.1:${port}//`,
  ];
  const [first, other] = dice.some(spellings, 2) as [string, string];
  env['CALLSHEET_BASE_URL'] = first;
  await haltHalfWay(setup);
  const changed = what === 'state deleted' ? {} : { CALLSHEET_BASE_URL: other };
  if (dice.chance(0.5)) {
    // What is left knows only what this machine remembers: a copy, or the folder without its state.
    await setup.copyFiles('copy');
    setup.states.push({ cwd: elsewhere });
    await setup.command(['run', 'campaign.yaml', '--yes'], { cwd: elsewhere, env: changed });
    return;
  }
  await setup.keepClaims();
  await rm(join(folder, '.callsheet'), { recursive: true, force: true });
  await setup.command(['run', 'campaign.yaml', '--yes'], { env: changed });
}
