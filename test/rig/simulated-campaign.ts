import type { Random } from '../../src/platform/ports.ts';

/** A small campaign that a seed made up, before it is text: it can be edited. */
export interface SimulatedCampaign {
  readonly limits: readonly string[];
  readonly head: readonly string[];
  readonly zoned: boolean;
  /** Where the audience says when each one wrote last. */
  readonly sessions: boolean;
  readonly steps: readonly SimulatedStep[];
  /** By label, as the file says it. */
  readonly waves: Readonly<Record<string, string>>;
  /** How many there ever were: the next one's label is another. */
  readonly stepsEver: number;
  readonly members: readonly Person[];
  /** A second audience; some are in both. */
  readonly others: readonly Person[];
  /** Numbers of the members' list of those who are left out. */
  readonly stopped: readonly string[];
}

export interface Person {
  readonly number: string;
  readonly name: string;
  readonly zone: string;
  readonly lastInbound: string;
}

export interface SimulatedStep {
  /** Stays what it is when the step is renamed. */
  readonly label: string;
  readonly id: string;
  readonly was?: string;
  readonly uses: string;
  readonly needs?: string;
  readonly audience?: 'members' | 'others';
  readonly onlyIf?: { readonly label: string; readonly outcome: string };
  /** Of its text. */
  readonly edition: number;
  readonly lines: readonly string[];
  readonly with: (edition: number, idOf: (label: string) => string) => string;
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

/** `chances` are its own: what a seed made up before there were waves stays as it was where it has none. */
export function simulatedCampaign(dice: Dice, chances: Dice): SimulatedCampaign {
  const zoned = dice.chance(0.3);
  const sessions = dice.chance(0.15);
  const twoAudiences = dice.chance(0.2);
  const steps: SimulatedStep[] = [];
  for (let count = dice.between(2, 5); count > 0; count--) {
    steps.push(simulatedStep(dice, { label: `s${steps.length}`, before: steps, twoAudiences }));
  }
  const members = Array.from({ length: dice.between(5, 30) }, (_, index) => person(dice, index));
  return {
    limits: limitsOf(dice),
    head: dice.chance(0.3) ? ['window: { open: "09:00", close: "09:10" }'] : [],
    zoned,
    sessions,
    steps,
    waves: chances.chance(0.3) ? wavesOf(chances) : {},
    stepsEver: steps.length,
    members,
    others: twoAudiences ? Array.from({ length: dice.between(3, 10) }, (_, index) => person(dice, index + 28)) : [],
    stopped: [],
  };
}

function wavesOf(dice: Dice): Readonly<Record<string, string>> {
  const one = (): string => {
    const sizes = dice.pick(['1, rest', '2, "30%", rest', '"50%", rest', '3, 3, rest']);
    const halts = dice.chance(0.1) ? ', haltIf: { inDoubt: 1 }' : '';
    const between = dice.pick(['promote: person', 'promote: auto', 'after: 1m', 'after: 30s, promote: person']);
    return `, waves: [${sizes}], between: { ${between}${halts} }`;
  };
  return Object.fromEntries(simulatedJobs.flatMap((_, index) => (dice.chance(0.6) ? [[`s${index}`, one()]] : [])));
}

function limitsOf(dice: Dice): readonly string[] {
  return [
    `concurrency: ${dice.pick([1, 2, 4, 8])}`,
    `doubts: ${dice.pick([3, 40, 200])}`,
    ...(dice.chance(0.6) ? [`rate: ${dice.pick(['2/s', '5/s', '20/s', '30/m', '1/5s'])}`] : []),
    ...(dice.chance(0.3) ? ['perRecipient: 1/6s'] : []),
    ...(dice.chance(0.15) ? [`stopAfter: { failures: ${dice.pick(['"60%", of: 10', '2'])} }`] : []),
    ...(dice.chance(0.15) ? [`budget: ${dice.pick([0.05, 0.2, 0.4])}`] : []),
  ];
}

const zones = ['Africa/Lagos', 'Africa/Lagos', 'Europe/London', 'Australia/Adelaide'] as const;

export function person(dice: Dice, index: number): Person {
  return {
    // Those of Uzbekistan have no price.
    number: dice.chance(0.05) ? `998803000${1000 + index}` : `234803000${1000 + index}`,
    name: `Ada${index}`,
    zone: dice.chance(0.03) ? '' : dice.pick(zones),
    lastInbound: dice.chance(0.05) ? '' : `2026-11-2${dice.pick(['2T09:01:00', '2T15:00:00', '3T08:00:00'])}+01:00`,
  };
}

const often = ['message', 'code'] as const;
const kinds = [
  ...often,
  ...often,
  ...often,
  'redial',
  'upload',
  'pause',
  'report',
  'funds',
  'agents',
  'bindings',
] as const;

export function simulatedStep(
  dice: Dice,
  given: { readonly label: string; readonly before: readonly SimulatedStep[]; readonly twoAudiences: boolean },
): SimulatedStep {
  const { label, before, twoAudiences } = given;
  const codes = before.find(({ uses }) => uses === 'otp.send');
  const drawn = dice.pick(kinds);
  const kind = drawn === 'report' && codes === undefined ? 'code' : drawn;
  const need = before.length > 0 && dice.chance(0.6) ? dice.pick(before) : undefined;
  const audience = twoAudiences && dice.chance(0.4) ? 'others' : 'members';
  const onlyIf =
    need?.audience === audience && dice.chance(0.5)
      ? {
          label: need.label,
          outcome: dice.pick(['accepted', 'accepted', 'rejected', 'rejected', 'skipped', 'expired']),
        }
      : undefined;
  const timing = [
    ...(need !== undefined && dice.chance(0.2) ? ['delay: 90s'] : []),
    ...(need !== undefined && onlyIf === undefined && dice.chance(0.2)
      ? [`runs: ${dice.pick(['on-failure', 'always'])}`]
      : []),
    ...(dice.chance(0.08) ? [`until: 2026-11-23 09:${dice.pick(['01', '05', '30'])}`] : []),
    ...(dice.chance(0.1) ? [`rate: ${dice.pick(['1/s', '10/m'])}`] : []),
  ];
  const common = { label, id: label, edition: 1, ...(need === undefined ? {} : { needs: need.label }) };
  const each = { ...common, audience, ...(onlyIf === undefined ? {} : { onlyIf }) } as const;
  switch (kind) {
    case 'message':
      return {
        ...each,
        uses: 'whatsapp.send',
        lines: [...timing, ...(dice.chance(0.15) ? ['onUnknown: resend'] : [])],
        with: (edition) => `{ type: text, text: { body: "${label} ${edition} for {{ recipient.first_name }}" } }`,
      };
    case 'code': {
      const hours = dice.chance(0.1) ? ['purpose: transactional', 'window: always'] : [];
      return {
        ...each,
        uses: 'otp.send',
        lines: [...timing, ...hours, `expires: ${dice.pick(['1m', '5m'])}`],
        with: (edition) => (edition % 2 === 1 ? '{ templateId: 31 }' : '{ templateId: 31, flowId: 7 }'),
      };
    }
    case 'report': {
      const of = codes!.label;
      const time = 1_790_000_000 + before.length;
      return {
        ...common,
        uses: 'sms.backfill',
        needs: of,
        ...(codes!.audience === undefined ? {} : { audience: codes!.audience }),
        onlyIf: { label: of, outcome: 'accepted' },
        lines: [],
        with: (edition, idOf) => `{ msgid: "{{ steps.${idOf(of)}.verificationId }}", time: "${time}${edition}" }`,
      };
    }
    case 'redial':
      return {
        ...common,
        uses: 'voice.redial',
        lines: timing,
        with: () => '{ taskId: 1001, source: 1, voiceFileId: greeting }',
      };
    case 'upload':
      return {
        ...common,
        uses: 'audio.upload',
        lines: timing,
        with: () => `{ file: greeting-${before.length % 2}.wav }`,
      };
    case 'pause': {
      // Each its own: of two pauses of one job nobody could tell whose it was.
      const jobId = simulatedJobs[Number(label.slice(1))] ?? 0;
      return { ...common, uses: 'aivoice.pause', lines: timing, with: () => `{ jobId: ${jobId} }` };
    }
    case 'funds':
      return query(common, 'sms.balance', timing, gate(dice, 'available', [0, 0, 1_000_000]), '{}');
    case 'agents':
      return query(common, 'agents.list', timing, gate(dice, 'total', [1, 5, 50]), dice.pick(['{}', '{ size: 2 }']));
    case 'bindings':
      return query(common, 'axb.list', timing, gate(dice, 'records', [1, 3, 50]), dice.pick(['{}', '{ size: 1 }']));
    default:
      return kind satisfies never;
  }
}

/** One for each step that there ever was. */
export const simulatedJobs = Array.from({ length: 10 }, (_, index) => 3_000 + index);

function query(
  common: Pick<SimulatedStep, 'label' | 'id' | 'edition' | 'needs'>,
  uses: string,
  timing: readonly string[],
  expect: readonly string[],
  body: string,
): SimulatedStep {
  return { ...common, uses, lines: [...timing, ...expect], with: () => body };
}

/** Asked once, or until it holds, or until it is too late. */
function gate(dice: Dice, output: string, least: readonly number[]): readonly string[] {
  if (dice.chance(0.3)) return [];
  const expect = `expect: { ${output}: { atLeast: ${dice.pick(least)} } }`;
  return dice.chance(0.5) ? [expect] : [expect, `every: ${dice.pick(['20m', '1h'])}`];
}

/** The files as people would have written them. */
export function filesOf(campaign: SimulatedCampaign): Readonly<Record<string, string>> {
  return {
    'campaign.yaml': campaignText(campaign),
    'members.csv': peopleText(campaign, campaign.members),
    'others.csv': peopleText(campaign, campaign.others),
    'stopped.csv': ['phone', ...campaign.stopped, ''].join('\n'),
  };
}

function campaignText({ limits, head, zoned, sessions, steps, waves, others, stopped }: SimulatedCampaign): string {
  const idOf = (label: string): string => steps.find((step) => step.label === label)?.id ?? label;
  const columns = `key: phone${zoned ? ', timezone: { column: tz }' : ''}${sessions ? ', lastInbound: last' : ''}`;
  const written = steps.flatMap((step) => {
    const { id, label, was, uses, needs, audience, onlyIf, edition, lines } = step;
    const only = onlyIf && `, onlyIf: { step: ${idOf(onlyIf.label)}, outcome: ${onlyIf.outcome} }`;
    return [
      `  ${id}:`,
      ...[
        `uses: ${uses}`,
        ...(was === undefined ? [] : [`was: ${was}`]),
        ...(needs === undefined ? [] : [`needs: ${idOf(needs)}`]),
        ...(audience === undefined ? [] : [`forEach: { audience: ${audience}${only ?? ''}${waves[label] ?? ''} }`]),
        ...lines,
        `with: ${step.with(edition, idOf)}`,
      ].map((line) => `    ${line}`),
    ];
  });
  return [
    'campaign: trial',
    'timezone: Africa/Lagos',
    'starts: 2026-11-23 09:00',
    'ends: 2026-11-24 20:00',
    'account: { appId: sandbox-app, smsAppId: sandbox-app, businessPhone: "2348000000001" }',
    'costs: { whatsapp.send: 0.01, otp.send: 0.01 }',
    `limits: { ${limits.join(', ')} }`,
    ...head,
    'audiences:',
    `  members: { file: members.csv, ${columns}${stopped.length === 0 ? '' : ', exclude: [stopped.csv]'} }`,
    ...(others.length === 0 ? [] : [`  others: { file: others.csv, ${columns} }`]),
    'steps:',
    ...written,
    '',
  ].join('\n');
}

function peopleText({ zoned, sessions }: SimulatedCampaign, people: readonly Person[]): string {
  const rows = people.map(({ number, name, zone, lastInbound }) =>
    [number, name, ...(zoned ? [zone] : []), ...(sessions ? [lastInbound] : [])].join(','),
  );
  return [`phone,first_name${zoned ? ',tz' : ''}${sessions ? ',last' : ''}`, ...rows, ''].join('\n');
}
