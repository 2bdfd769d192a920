import type { Random } from '../../src/platform/ports.ts';
import type { Fault, WorldInput } from '../../src/sandbox/world/world-input.gen.ts';

/** A small campaign that a seed made up, with its audience and the world that it meets. */
export interface SimulatedCampaign {
  readonly campaign: string;
  readonly members: string;
  readonly world: WorldInput;
}

export function simulatedCampaign(random: Random): SimulatedCampaign {
  const dice = createDice(random);
  const recipients = dice.between(5, 30);
  const zoned = dice.chance(0.3);
  return {
    campaign: campaignText(dice, zoned),
    members: membersText(dice, recipients, zoned),
    world: worldOf(dice),
  };
}

export type Dice = ReturnType<typeof createDice>;

export function createDice(random: Random) {
  const between = (low: number, high: number): number => low + Math.floor(random.next() * (high - low + 1));
  return {
    between,
    chance: (share: number): boolean => random.next() < share,
    pick: <T>(from: readonly T[]): T => from[between(0, from.length - 1)]!,
  };
}

interface Written {
  readonly id: string;
  readonly uses: string;
  readonly lines: readonly string[];
}

function campaignText(dice: Dice, zoned: boolean): string {
  const steps: Written[] = [];
  const count = dice.between(2, 4);
  for (let index = 0; index < count; index++) steps.push(stepText(dice, index, steps));
  const limits = [
    `concurrency: ${dice.pick([1, 2, 4, 8])}`,
    `doubts: ${dice.pick([3, 40, 200])}`,
    ...(dice.chance(0.6) ? [`rate: ${dice.pick(['2/s', '5/s', '20/s', '30/m'])}`] : []),
    ...(dice.chance(0.3) ? ['perRecipient: 1/6s'] : []),
    ...(dice.chance(0.1) ? ['stopAfter: { failures: "60%", of: 10 }'] : []),
  ];
  return [
    'campaign: trial',
    'timezone: Africa/Lagos',
    'starts: 2026-11-23 09:00',
    'ends: 2026-11-24 20:00',
    'account: { appId: sandbox-app, smsAppId: sandbox-app, businessPhone: "2348000000001" }',
    `limits: { ${limits.join(', ')} }`,
    ...(dice.chance(0.3) ? ['window: { open: "09:00", close: "09:10" }'] : []),
    'audiences:',
    `  members: { file: members.csv, key: phone${zoned ? ', timezone: { column: tz }' : ''} }`,
    'steps:',
    ...steps.flatMap(({ id, uses, lines }) => [`  ${id}:`, `    uses: ${uses}`, ...lines.map((line) => `    ${line}`)]),
    '',
  ].join('\n');
}

const kinds = ['message', 'message', 'code', 'code', 'redial', 'upload', 'funds', 'pause', 'report'] as const;

function stepText(dice: Dice, index: number, before: readonly Written[]): Written {
  const id = `s${index}`;
  const codes = before.find(({ uses }) => uses === 'otp.send');
  const drawn = dice.pick(kinds);
  const kind = drawn === 'report' && codes === undefined ? 'code' : drawn;
  const need = before.length > 0 && dice.chance(0.6) ? dice.pick(before).id : undefined;
  const timing = [
    ...(need === undefined || kind === 'report' ? [] : [`needs: ${need}`]),
    ...(need !== undefined && dice.chance(0.2) ? ['delay: 90s'] : []),
  ];
  const crowd = before.find((one) => one.id === need && one.lines.some((line) => line.startsWith('forEach')));
  const forEach =
    crowd !== undefined && dice.chance(0.5)
      ? `forEach: { audience: members, onlyIf: { step: ${crowd.id}, outcome: ${dice.pick(['accepted', 'rejected'])} } }`
      : 'forEach: members';
  const of = (uses: string, lines: readonly string[]): Written => ({ id, uses, lines: [...timing, ...lines] });
  switch (kind) {
    case 'message':
      return of('whatsapp.send', [
        forEach,
        ...(dice.chance(0.1) ? ['onUnknown: resend'] : []),
        `with: { type: text, text: { body: "${id} for {{ recipient.first_name }}" } }`,
      ]);
    case 'code':
      return of('otp.send', [forEach, `expires: ${dice.pick(['1m', '5m'])}`, 'with: { templateId: 31 }']);
    case 'report':
      return of('sms.backfill', [
        `needs: ${codes?.id}`,
        `forEach: { audience: members, onlyIf: { step: ${codes?.id}, outcome: accepted } }`,
        `with: { msgid: "{{ steps.${codes?.id}.verificationId }}", time: "179000000${index}" }`,
      ]);
    case 'redial':
      return of('voice.redial', ['with: { taskId: 1001, source: 1, voiceFileId: greeting }']);
    case 'upload':
      return of('audio.upload', [`with: { file: greeting-${index % 2}.wav }`]);
    case 'funds':
      return of('sms.balance', ['expect: { available: { atLeast: 0 } }']);
    case 'pause':
      return of('aivoice.pause', ['with: { jobId: 2001 }']);
    default:
      return kind satisfies never;
  }
}

function membersText(dice: Dice, recipients: number, zoned: boolean): string {
  const zones = [
    'Africa/Lagos',
    'Africa/Lagos',
    'Europe/London',
    'Australia/Adelaide',
    ...(dice.chance(0.3) ? [''] : []),
  ];
  const rows = Array.from({ length: recipients }, (_, index) => {
    // Numbers that end in 0000 have no session, those of 999 no price.
    const number = dice.chance(0.05) ? `999803000${1000 + index}` : `234803000${1000 + index}`;
    return `${number},Ada${index}${zoned ? `,${dice.pick(zones)}` : ''}`;
  });
  return [`phone,first_name${zoned ? ',tz' : ''}`, ...rows, ''].join('\n');
}

function worldOf(dice: Dice): WorldInput {
  const faults = Array.from({ length: dice.between(0, 4) }, () => faultOf(dice) as unknown as Fault);
  return {
    timezone: 'Africa/Lagos',
    faults,
    ...(dice.chance(0.1) ? { money: { balance: '0.1', gift: '0', credit: '0' } } : {}),
  };
}

function faultOf(dice: Dice): Readonly<Record<string, unknown>> {
  const chosen = {
    rate: dice.pick([0.02, 0.1, 0.3, 1]),
    seed: dice.between(1, 1_000_000),
    times: dice.pick([1, 3, 10]),
    skip: dice.pick([0, 0, 2, 10]),
  };
  const when = dice.pick(['before', 'after']);
  return {
    ...chosen,
    ...dice.pick<Readonly<Record<string, unknown>>>([
      { kind: 'reset-before' },
      { kind: 'reset-after' },
      { kind: 'truncate' },
      { kind: 'garbage' },
      { kind: 'wrong-type' },
      { kind: 'hang', when },
      { kind: 'delay', ms: dice.pick([50, 2_000, 40_000]) },
      { kind: 'http', http: dice.pick([500, 502, 503, 504]), when },
      { kind: 'http', http: 429, headers: { 'retry-after': String(dice.between(1, 20)) } },
      { kind: 'status', status: '-18' },
      { kind: 'status', status: dice.pick(['-16', '-26', '-37', '-13', '-93', '-1']) },
    ]),
  };
}
