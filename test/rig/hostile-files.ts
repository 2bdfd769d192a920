/** Seeded numbers in [0, 1): the same seed gives the same files. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const campaign = `# yaml-language-server: $schema=../schemas/campaign.schema.json
campaign: spring-renewal
title: Spring renewal reminders
timezone: Africa/Lagos
starts: 2026-11-23 09:00
ends: 2026-11-27 18:00
window: { open: "09:00", close: "20:00", days: [mon, tue, wed, thu, fri], except: [2026-11-25] }
account: { appId: "{{ env.APP }}", businessPhone: "2348000000001" }
env: [APP]
inputs: { offer: { type: string, default: "10 %" } }
vars: &vars { signature: "Ada, Member Care", deep: { er: [1, 2] } }
costs: { whatsapp.send: 0.0075, otp.send: 0.02 }
limits: { concurrency: 32, rate: 50/s, perRecipient: 1/6s, budget: 400, stopAfter: { failures: "5%", of: 200 } }
audiences:
  members:
    file: members.csv
    key: phone
    timezone: { column: tz }
    lastInbound: last_inbound_at
    exclude: [gone.csv]
    where: { tier: [gold, silver] }
steps:
  funds: { uses: sms.balance, expect: { available: { atLeast: 50 } }, every: 5m, until: 2026-11-24 10:00 }
  greeting: { uses: audio.upload, needs: funds, with: { file: spring.mp3 } }
  redial:
    uses: voice.redial
    needs: greeting
    with:
      taskId: 1001
      taskName: "spring-{{ run.id }}"
      source: 1
      voiceFileId: "{{ steps.greeting.fileId }}"
      allowSendTime: [{ strTime: "09:30", endTime: "12:00" }, { strTime: "14:00", endTime: "19:30" }]
  followUp:
    uses: whatsapp.send
    needs: [redial]
    delay: 2h
    forEach: { audience: members, where: { tier: gold } }
    with:
      type: interactive
      interactive:
        type: button
        body: { text: "Hello {{ recipient.first_name | default: 'there' }}, {% if recipient.tier == 'gold' %}gold{% else %}silver{% endif %} {{ vars.signature | upcase }}" }
        action: { buttons: [{ type: reply, reply: { id: "yes", title: "Yes, renew" } }] }
  code:
    uses: otp.send
    needs: followUp
    purpose: transactional
    window: always
    forEach: { audience: members, onlyIf: { step: followUp, outcome: accepted } }
    with: { templateId: 31, channel: sms }
  stopRobots: { uses: aivoice.pause, runs: on-failure, needs: redial, with: { jobId: 2001 } }
`;

const members = `phone,first_name,tier,tz,last_inbound_at
2348000000001,Ada,gold,Africa/Lagos,2026-11-22T20:00:00Z
+234 800 000 0002,"Bola ""B"" Ojo",silver,Europe/Riga,2026-11-22 21:00
2348000000003,Zoë,gold,,
`;

const snippets = [
  '{{',
  '}}',
  '{%',
  '%}',
  '{{ x }}',
  '{{ recipient.__proto__ }}',
  '{% include "/etc/passwd" %}',
  '{% for i in (1..99) %}',
  '{% if %}',

  '&a',
  '*a',
  '<<: *vars',
  '!!binary',
  '!x',
  '---\n',
  '...\n',
  '%YAML 1.1\n',
  '? ',
  ': ',
  '- ',
  '#',
  ' #',
  '\t',
  '|',
  '>-',
  "'",
  '"',

  '[',
  ']',
  '{',
  '}',
  ',',
  '\u0000',
  '\uFEFF',
  '\u2028',
  '😀',
  '\uD800',
  'null',
  '~',
  'yes',
  '.inf',
  '.nan',
  '1e999',
  '0x10',
  '0o17',

  '09:00',
  '2026-02-30',
  '99999999999999999999',
  '-1',
  '__proto__: {}',
  'constructor',
  '[[[[[[[[[[',
  '{a: {b: {c: ',
  '../../etc/passwd',
  '\r\n',
  '\r',
  ';',
  '""',
  '"\n"',
  'x'.repeat(5000),
];

export interface HostileFiles {
  readonly 'campaign.yaml': Uint8Array;
  readonly 'members.csv': Uint8Array;
  readonly 'gone.csv': string;
  readonly 'spring.mp3': string;
}

/** A good campaign and a good audience, hurt in one to a dozen places each. */
export function hostileFiles(seed: number): HostileFiles {
  const random = seeded(seed);
  const hurtCampaign = hurt(campaign, random);
  // Every other time the campaign is left whole, so that the audience is read.
  return {
    'campaign.yaml': random() < 0.4 ? bytes(campaign) : hurtCampaign,
    'members.csv': hurt(members, random),
    'gone.csv': 'phone\n2348000000009\n',
    'spring.mp3': 'ID3 sound',
  };
}

function hurt(text: string, random: () => number): Uint8Array {
  let result = text;
  const pick = (length: number): number => Math.floor(random() * length);
  for (let left = 1 + pick(random() < 0.8 ? 3 : 12); left > 0; left--) {
    const at = pick(result.length);
    const lines = result.split('\n');
    switch (pick(8)) {
      case 0:
        result = result.slice(0, at) + result.slice(at + 1 + pick(20));
        break;
      case 1:
      case 2:
        result = result.slice(0, at) + snippets[pick(snippets.length)]! + result.slice(at);
        break;
      case 3:
        lines.splice(pick(lines.length), 0, lines[pick(lines.length)]!);
        result = lines.join('\n');
        break;
      case 4:
        lines.splice(pick(lines.length), 1 + pick(3));
        result = lines.join('\n');
        break;
      case 5:
        result = result.slice(0, at);
        break;
      case 6: {
        const other = pick(result.length);
        result = result.slice(0, at) + result.slice(other, other + pick(60)) + result.slice(at);
        break;
      }
      default:
        result = result.slice(0, at) + String.fromCharCode(pick(0x250)) + result.slice(at + 1);
    }
  }
  const encoded = bytes(result);
  // Now and then bytes that no text has.
  for (let left = random() < 0.1 ? 1 + pick(4) : 0; left > 0 && encoded.length > 0; left--)
    encoded[pick(encoded.length)] = pick(256);
  return encoded;
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
