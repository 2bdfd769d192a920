import { rm } from 'node:fs/promises';
import { join } from 'node:path';
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
import type { CommandPlace, RehearsalSetup } from '../stage.ts';
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
  async carryOut(stage, variant) {
    const { dice } = stage;
    const people = numbersOf(dice.between(8, 16));
    // Codes have names that come out the same, which would hide what messages show.
    const step = stepFor(
      'first',
      variant === 'edited starts' ? dice.pick<ReachingOperation>(['message', 'code']) : 'message',
    );
    await stage.write('members.csv', listOf(people));
    const [what, how = ''] = variant.split(': ') as [string, string?];
    const campaign = campaignOf([step], { limits: { concurrency: dice.pick([1, 2, 4]) } });
    if (what === 'edited starts') await editedStarts(stage, campaign);
    else if (what === 'other base URL' || what === 'state deleted') await lostState(stage, campaign, what);
    else await twoRunners(stage, { campaign, how, waits: what === 'second waits' });
    return { ...(await stage.evidence()), steps: judgedSteps([step], people) };
  },
};

/** The second one from a copy of the folder, a folder of hard links, or with its state elsewhere. */
async function twoRunners(
  stage: RehearsalSetup,
  { campaign, how, waits }: { readonly campaign: CampaignFile; readonly how: string; readonly waits: boolean },
): Promise<void> {
  const { elsewhere, dice } = stage;
  const startsAt = Math.ceil(Date.now() / 1000) * 1000 + 4_000;
  const starts = localTime(startsAt, campaign.timezone);
  await stage.campaign(waits ? { ...campaign, starts } : campaign);
  let place: CommandPlace = {};
  let more: readonly string[] = [];
  if (how === 'other state folder') {
    more = ['--state', join(elsewhere, 'state')];
    stage.states.push({ cwd: stage.folder, more });
  } else {
    await stage.copyFiles(how === 'copy' ? 'copy' : 'hardLink');
    place = { cwd: elsewhere };
    stage.states.push({ cwd: elsewhere });
  }
  const first = stage.start(['run', 'campaign.yaml', '--yes', '--format', 'json']);
  if (waits) {
    // It says that it waits; a program that says nothing has a second and a half.
    const words = first.line(/"event":"waiting"/).catch(() => undefined);
    await Promise.race([words, wait(1_500)]);
  } else await wait(dice.pick([0, 0, 20, 100]));
  const second = stage.start(['run', 'campaign.yaml', '--yes', ...more], place);
  await Promise.all([first.ended, second.ended]);
}

/** Halted half-way by an empty account, which is the most natural moment to change the date. */
async function haltHalfWay(stage: RehearsalSetup, more: readonly string[] = []): Promise<void> {
  const { service, dice } = stage;
  const reached = dice.between(2, 6);
  const halt = service.choose;
  service.choose = ({ work }) =>
    service.arrivals.filter(({ effect }) => effect).length < reached
      ? honest
      : refusalMessage(work.operation === 'message' ? '-68' : '-10', 'balance insufficient');
  await stage.command(['run', 'campaign.yaml', '--yes', ...more]);
  service.choose = halt;
}

async function editedStarts(stage: RehearsalSetup, campaign: CampaignFile): Promise<void> {
  const { dice } = stage;
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
  await stage.campaign(dated(before));
  await haltHalfWay(stage, ['--late']);
  await stage.campaign(dated(after));
  await stage.command(['run', 'campaign.yaml', '--yes', '--late']);
  // A refusal is a right answer; who puts the date back goes on.
  await stage.campaign(dated(before));
  await stage.command(['run', 'campaign.yaml', '--yes', '--late']);
}

async function lostState(stage: RehearsalSetup, campaign: CampaignFile, what: string): Promise<void> {
  const { service, dice, folder, elsewhere, env } = stage;
  const { port } = service;
  await stage.campaign(campaign);
  const spellings = [
    `http://127.0.0.1:${port}`,
    `http://127.0.0.1:${port}/`,
    `http://127.1:${port}`,
    `HTTP://127.0.0.1:${port}//`,
  ];
  const [first, other] = dice.some(spellings, 2) as [string, string];
  env['CALLSHEET_BASE_URL'] = first;
  await haltHalfWay(stage);
  const changed = what === 'state deleted' ? {} : { CALLSHEET_BASE_URL: other };
  if (dice.chance(0.5)) {
    // What is left knows only what this machine remembers: a copy, or the folder without its state.
    await stage.copyFiles('copy');
    stage.states.push({ cwd: elsewhere });
    await stage.command(['run', 'campaign.yaml', '--yes'], { cwd: elsewhere, env: changed });
    return;
  }
  await stage.keepClaims();
  await rm(join(folder, '.callsheet'), { recursive: true, force: true });
  await stage.command(['run', 'campaign.yaml', '--yes'], { env: changed });
}
