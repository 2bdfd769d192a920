import type { NewConsent, NewSuppression } from '../../src/ledger/contacts/ledger.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { createDice, type Dice } from './simulated-campaign.ts';

/** Several small campaigns of one project, and what is known of its people. */
export interface RandomProject {
  /** By path. */
  readonly files: Readonly<Record<string, string>>;
  /** The ids of the campaigns; each has its file. The greatest priority comes first. */
  readonly campaigns: readonly string[];
  readonly suppressions: readonly NewSuppression[];
  readonly consents: readonly NewConsent[];
}

/** When the project's runs begin: before its first campaign starts. */
export const projectBegins = Date.parse('2026-11-23T07:30:00+01:00');

export function randomProject(seed: number): RandomProject {
  const dice = createDice(createSeededRandom(seed));
  const people = Array.from({ length: dice.between(3, 12) }, (_, index) => personOf(dice, index));
  const campaigns = ['spring', 'autumn', 'winter'].slice(0, dice.pick([2, 2, 3]));
  const rules = rulesOf(dice);
  const files: Record<string, string> = { 'contacts.yaml': `project: shop\n${rules}` };
  const zone = dice.pick(audienceZones);
  for (const [index, name] of campaigns.entries()) {
    const members = people.filter(() => dice.chance(0.85));
    const listed = members.length === 0 ? people : members;
    const rows = listed.map(({ key, tz, tier, name: first }) => `${key},${tz},${tier},${first}`);
    files[`${name}.csv`] = `phone,tz,tier,name\n${rows.join('\n')}\n`;
    files[`${name}.yaml`] = campaignOf(dice, name, campaigns.length - index, zone);
  }
  const suppressions: NewSuppression[] = [];
  for (const { key } of people) {
    if (!dice.chance(0.12)) continue;
    suppressions.push({ ...always, key, reason: 'asked to stop', source: '', ...dice.pick(scopes) });
  }
  if (dice.chance(0.4)) {
    for (const { key } of people)
      if (dice.chance(0.15)) suppressions.push({ ...always, key, reason: 'on the list dnc', source: 'dnc' });
  }
  const consents = rules.includes('consent')
    ? people.filter(() => dice.chance(0.7)).map(({ key }) => consentOf(key, dice.pick(consentsEnd)))
    : [];
  return { files, campaigns, suppressions, consents };
}

interface RandomPerson {
  readonly key: string;
  readonly tz: string;
  readonly tier: string;
  readonly name: string;
}

const always = { channel: undefined, purpose: undefined, from: 0, until: undefined };
const scopes = [{}, {}, { channel: 'otp' }, { purpose: 'marketing' }] as const;
const consentsEnd = [undefined, undefined, undefined, Date.parse('2026-11-24T10:00:00Z')];
const audienceZones = [
  '',
  ', timezone: { column: tz }',
  ', timezone: { column: tz }',
  ', timezone: { column: tz, else: number }',
  ', timezone: { zone: Africa/Lagos }',
];

function consentOf(key: string, expires: number | undefined): NewConsent {
  const given = { channel: undefined, basis: 'explicit', at: Date.parse('2026-11-01T00:00:00Z'), evidence: 'form' };
  return { key, purpose: 'marketing', ...given, expires };
}

const zones = [
  'Africa/Lagos',
  'Africa/Lagos',
  'Europe/London',
  'Asia/Tokyo',
  'America/New_York',
  'Pacific/Auckland',
  '',
];

function personOf(dice: Dice, index: number): RandomPerson {
  const key = dice.chance(0.15) ? String(12_125_550_100 + index) : String(2_348_030_000_100 + index);
  return {
    key,
    tz: dice.pick(zones),
    tier: dice.pick(['gold', 'silver']),
    name: dice.pick(['Ada', 'Kofi', 'Bola', '']),
  };
}

function rulesOf(dice: Dice): string {
  const caps = dice.pick([
    'caps: [{ max: 1, per: day }]',
    'caps: [{ max: 2, per: day }]',
    'caps: [{ max: 1, per: rolling 3d }]',
    'caps: [{ max: 1, per: day }, { max: 2, per: rolling 3d }]',
    'caps: [{ max: 1, per: day, channel: otp }, { max: 2, per: rolling 3d }]',
    'caps: [{ max: 1, per: day, channel: whatsapp }]\natLeastApart: 4h',
    'caps: [{ max: 1, per: day, purpose: marketing }, { max: 3, per: day }]',
    'caps: [{ max: 2, per: rolling 30h }]\natLeastApart: 90m',
    'atLeastApart: 5h',
  ]);
  const consent = dice.chance(0.25) ? 'consent: [{ purpose: marketing }]\n' : '';
  return `${caps}\n${consent}`;
}

function campaignOf(dice: Dice, name: string, priority: number, zone: string): string {
  const timezone = dice.pick(['Africa/Lagos', 'Africa/Lagos', 'Europe/Berlin']);
  const starts = dice.pick(['2026-11-23T09:00', '2026-11-23T09:00', '2026-11-23T15:30', '2026-11-24T10:00']);
  const ends = dice.pick([
    '',
    starts < '2026-11-24' ? '2026-11-23T19:00' : '',
    '2026-11-24T19:00',
    '2026-11-25T12:00',
    '2026-11-26T19:00',
  ]);
  const where = dice.chance(0.15) ? ', where: { tier: gold }' : '';
  const limits = [
    ...(dice.chance(0.25) ? [`rate: ${dice.pick(['1/m', '6/h', '2/s'])}`] : []),
    ...(dice.chance(0.2) ? [`perRecipient: ${dice.pick(['1/6s', '1/2h'])}`] : []),
    ...(dice.chance(0.3) ? [`concurrency: ${dice.pick([1, 2])}`] : []),
  ];
  const count = dice.pick([1, 1, 2, 2, 3, 4]);
  const rules = [
    ...(priority > 0 ? [`priority: ${priority}`] : []),
    ...(dice.chance(0.12) ? [dice.pick(['atLeastApart: 26h', 'caps: [{ max: 1, per: rolling 2d }]'])] : []),
  ];
  const lines = [
    `campaign: ${name}`,
    `timezone: ${timezone}`,
    `starts: ${starts}`,
    ...(ends === '' ? [] : [`ends: ${ends}`]),
    ...(dice.chance(0.3)
      ? [
          `window: ${dice.pick(['{ open: "10:00", close: "18:00" }', '{ open: "12:00" }', '{ days: [mon, wed, thu] }'])}`,
        ]
      : []),
    'account: { appId: sandbox-app, businessPhone: "2348000000001" }',
    ...(limits.length === 0 ? [] : [`limits: { ${limits.join(', ')} }`]),
    ...(rules.length === 0 ? [] : [`contacts: { ${rules.join(', ')} }`]),
    `audiences:\n  members: { file: ${name}.csv, key: phone${zone}${where} }`,
    'steps:',
    ...Array.from({ length: count }, (_, at) => stepOf(dice, at)),
  ];
  return `${lines.join('\n')}\n`;
}

function stepOf(dice: Dice, at: number): string {
  const isCode = dice.chance(0.5);
  const body = dice.pick(['Hi', 'Hi {{ recipient.name }}', "Hi {{ recipient.name | default: 'you' }}"]);
  const uses = isCode
    ? ['uses: otp.send', 'with: { templateId: 31 }']
    : ['uses: whatsapp.send', `with: { type: text, text: { body: "${body}" } }`];
  const before = `s${dice.between(0, Math.max(0, at - 1))}`;
  const follows = at > 0 && dice.chance(0.75);
  const outcome = dice.pick(['accepted', 'skipped', 'rejected', '[skipped, expired]', 'expired']);
  const onlyIf = follows && dice.chance(0.45) ? `, onlyIf: { step: ${before}, outcome: ${outcome} }` : '';
  const where = dice.chance(0.15) ? ', where: { tier: silver }' : '';
  const waves = dice.chance(0.25)
    ? `, waves: [${dice.pick(['1, rest', '2, 2, rest', '"50%", rest'])}], between: { ${dice.pick(['promote: auto', 'after: 2h', 'promote: person', 'after: 20h'])} }`
    : '';
  const purpose = dice.pick(['', '', 'service', 'marketing', 'survey', ...(isCode ? ['transactional'] : [])]);
  const lines = [
    ...uses,
    `forEach: { audience: members${onlyIf}${where}${waves} }`,
    ...(follows ? [`needs: ${before}`] : []),
    ...(purpose === '' ? [] : [`purpose: ${purpose}`]),
    ...(isCode && dice.chance(0.4) ? [`expires: ${dice.pick(['1m', '10m', '2h'])}`] : []),
    ...(dice.chance(0.2) ? [`delay: ${dice.pick(['10m', '3h', '25h'])}`] : []),
    ...(dice.chance(0.15) ? [`until: ${dice.pick(['2026-11-23T12:00', '2026-11-24T10:30', '2026-11-25T18:00'])}`] : []),
    ...(dice.chance(0.08) ? [`at: ${dice.pick(['2026-11-23T10:30', '2026-11-24T08:00'])}`] : []),
    ...(dice.chance(0.15) ? [`window: ${dice.pick(['{ open: "10:00", close: "11:00" }', '{ open: "16:00" }'])}`] : []),
    ...(dice.chance(0.15) ? [`rate: ${dice.pick(['1/m', '1/2h'])}`] : []),
    ...(at > 0 && onlyIf === '' && dice.chance(0.15) ? [`runs: ${dice.pick(['on-failure', 'always'])}`] : []),
  ];
  return `  s${at}:\n    ${lines.join('\n    ')}`;
}
