import { createHash } from 'node:crypto';
import type { AttackSetup } from '../attack-setup.ts';
import {
  type CampaignFile,
  campaignOf,
  listOf,
  localTime,
  type MarkedStep,
  numbersOf,
  stepFor,
} from '../attacked-campaign.ts';
import type { Evidence } from '../judge.ts';
import { type AttackClass, judgedSteps, wait } from './attack-class.ts';

const text = 'first: Hello {{ recipient.name }} from {{ env.SHOP_NAME }}';
const textWithDefault = "first: Hello {{ recipient.name }} from {{ env.SHOP_NAME | default: 'TEST SHOP' }}";

/** What was approved is what people get: variables, lists, texts and audio, whenever they change. */
export const approvedIsRun: AttackClass = {
  about: 'what people get is what was checked and approved',
  tls: false,
  variants: [
    'variable of the env file',
    'variable changed',
    'audio replaced while it waits',
    'audience changed',
    'do-not-contact list changed',
    'text changed',
  ],
  async carryOut(setup, variant) {
    const { dice } = setup;
    const people = numbersOf(dice.between(4, 10));
    await setup.write('members.csv', listOf(people));
    await setup.write('gone.csv', 'phone,name\n');
    if (variant === 'audio replaced while it waits') return audioReplaced(setup);
    const plain = stepFor('first', 'message');
    const isFromFile = variant === 'variable of the env file';
    const body = isFromFile && dice.chance(0.5) ? textWithDefault : text;
    const step = withText(plain, body);
    const campaign: CampaignFile = {
      ...campaignOf([step], { env: ['SHOP_NAME'] }),
      audiences: { members: { ...campaignOf([]).audiences['members']!, exclude: ['gone.csv'] } },
    };
    await setup.campaign(campaign);
    if (isFromFile) {
      await setup.write('.env', 'SHOP_NAME=APPROVED\n');
      await setup.command(['run', 'campaign.yaml', '--yes', '--env-file', '.env']);
    } else await changedAfterApproval(setup, { variant, campaign, plain, people });
    const approved = new Map(people.map((number, index) => [number, `first: Hello Ada${index} from APPROVED`]));
    const evidence = await setup.evidence();
    // Where the plan does not hold any more, the run refuses as a whole: nobody is owed anything.
    return { ...evidence, ran: false, steps: judgedSteps([step], people), approved, unhindered: isFromFile };
  },
};

function withText(step: MarkedStep, body: string): MarkedStep {
  return { ...step, entry: { ...step.entry, with: { type: 'text', text: { body } } } };
}

interface Approval {
  readonly variant: string;
  readonly campaign: CampaignFile;
  readonly plain: MarkedStep;
  readonly people: readonly string[];
}

async function changedAfterApproval(setup: AttackSetup, { variant, campaign, plain, people }: Approval): Promise<void> {
  const { env, dice } = setup;
  env['SHOP_NAME'] = 'APPROVED';
  await setup.command(['plan', 'campaign.yaml', '--out', 'plan.json']);
  const someone = dice.pick(people);
  switch (variant) {
    case 'variable changed':
      env['SHOP_NAME'] = 'OTHER';
      break;
    case 'audience changed':
      await setup.write('members.csv', listOf(people.map((number) => (number === someone ? '2348039999999' : number))));
      break;
    case 'do-not-contact list changed':
      await setup.write('gone.csv', listOf([someone]));
      break;
    default:
      await setup.campaign({ ...campaign, steps: { first: withText(plain, `${text}, again`).entry } });
  }
  await setup.command(['run', 'campaign.yaml', '--yes', '--plan', 'plan.json']);
}

async function audioReplaced(setup: AttackSetup): Promise<Evidence> {
  const [approvedBytes, otherBytes] = ['ID3 what was approved', 'ID3 something else'];
  const startsAt = Math.ceil(Date.now() / 1000) * 1000 + 5_000;
  const upload: MarkedStep = {
    id: 'first',
    mark: 'upload',
    entry: { uses: 'audio.upload', with: { file: 'hello.mp3' } },
  };
  const campaign = campaignOf([upload]);
  await setup.write('hello.mp3', approvedBytes);
  await setup.campaign({ ...campaign, starts: localTime(startsAt, campaign.timezone) });
  await setup.command(['plan', 'campaign.yaml', '--out', 'plan.json']);
  const run = setup.start(['run', 'campaign.yaml', '--yes', '--plan', 'plan.json', '--format', 'json']);
  const words = run.line(/"event":"waiting"/).catch(() => undefined);
  await Promise.race([words, wait(startsAt - Date.now() - 500)]);
  await setup.write('hello.mp3', otherBytes);
  await run.ended;
  const approved = new Map([['upload', createHash('sha256').update(approvedBytes).digest('hex')]]);
  return { ...(await setup.evidence()), ran: false, steps: judgedSteps([upload], []), approved };
}
