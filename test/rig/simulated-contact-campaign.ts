import type { Dice } from './simulated-campaign.ts';

export const contactZone = 'Africa/Lagos';

export function rulesOf(dice: Dice): string {
  const rules = dice.pick([
    'caps: [{ max: 1, per: day }]',
    'caps: [{ max: 1, per: rolling 30h }]',
    'caps: [{ max: 2, per: day }, { max: 3, per: rolling 40h }]',
    'caps: [{ max: 1, per: day, channel: otp }]\natLeastApart: 3h',
    'atLeastApart: 20m',
  ]);
  return `project: shop\n${rules}\n`;
}

export function campaignOf(dice: Dice, name: string): string {
  const rate = dice.pick(['', ', rate: 6/m', ', rate: 2/s']);
  const whatsapp = `  hello:
    uses: whatsapp.send
    forEach: members
    with: { type: text, text: { body: "Hello from ${name}" } }
`;
  const otp = `  code:
    uses: otp.send
    purpose: marketing
    forEach: members
    with: { templateId: 31 }
`;
  const after = otp.replace('    forEach: members\n', '    needs: hello\n    forEach: members\n');
  return `campaign: ${name}
timezone: ${contactZone}
starts: 2026-11-23T09:00
ends: 2026-11-${dice.pick([23, 24, 25])}T19:00
window: { open: "09:00", close: "20:00" }
account: { appId: sandbox-app, businessPhone: "2348000000001" }
limits: { concurrency: ${dice.pick([1, 2, 8])}, doubts: 1000${rate} }
audiences:
  members: { file: members.csv, key: phone }
steps:
${dice.pick([whatsapp, whatsapp, otp, whatsapp + otp, whatsapp + after])}`;
}

/** A code for those whom the message does not reach. */
export function withFallback(dice: Dice, campaign: string, name: string): string {
  if (!dice.chance(0.35)) return campaign;
  const outcomes = dice.pick(['skipped', 'rejected', '[skipped, rejected]', '[skipped, expired, rejected]']);
  const [until, expires] = [
    dice.chance(0.3) ? '    until: 2026-11-23T12:00\n' : '',
    dice.pick(['', '    expires: 1m\n', '    expires: 30s\n']),
  ];
  return `${campaign.slice(0, campaign.indexOf('steps:\n'))}steps:
  hello:
    uses: whatsapp.send
    forEach: members
${until}    with: { type: text, text: { body: "Hello from ${name}" } }
  code:
    uses: otp.send
    purpose: marketing
    needs: hello
    forEach: { audience: members, onlyIf: { step: hello, outcome: ${outcomes} } }
${expires}    with: { templateId: 31 }
`;
}

/** Some of its steps. */
export function inWaves(dice: Dice, campaign: string): string {
  const waves = (): string => {
    const between = dice.pick(['promote: auto', 'after: 10m', 'promote: person']);
    return `waves: [${dice.pick(['1, rest', '2, 2, rest', '"50%", rest'])}], between: { ${between} } }`;
  };
  return campaign
    .replaceAll('forEach: members', (all) => (dice.chance(0.3) ? `forEach: { audience: members, ${waves()}` : all))
    .replaceAll(/(onlyIf: \{[^}]*\}) \}/g, (all, onlyIf) => (dice.chance(0.3) ? `${onlyIf}, ${waves()}` : all));
}
