import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { isWhole, seed } from '../rig/sample-of.ts';
import { checkFiles } from './check-example.ts';

const spoilt = `campaign: spring
timezone: Africa/Lagos
account: { appId: spring-app, businessPhone: "2348000000001" }
vars: { signature: Ada }
audiences:
  members: { file: members.csv, key: phone, lastInbound: last }
  others: { file: "members.csv, key: phone }
steps:
  hello:
    uses: whatsapp.send
    forEach: members
    with: { type: text, text: { body: 'It's {{ vars.signature }}' } }
  code:
    uses: otp.send
    needs: [hello, ready]
    forEach: { audience: members, onlyIf: { step: hello, outcome: accepted } }
    with: { templateId: 31 }
  again:
    uses: otp.send
    forEach: others
    with: { templateId: "31" }
`;

async function places(campaign: string): Promise<string[]> {
  const files = { 'campaign.yaml': campaign, 'members.csv': 'phone,last\n2348030001001,\n' };
  const { out } = await checkFiles(files);
  return out.match(/^campaign\.yaml:\d+:\d+ \w+ CS\d+/gm) ?? [];
}

describe('a step or an audience that cannot be read', () => {
  test('keeps nobody from hearing what is wrong with the others', async () => {
    expect(await places(spoilt)).toEqual([
      'campaign.yaml:7:19 error CS1001',
      'campaign.yaml:12:43 error CS1001',
      'campaign.yaml:15:20 error CS3001',
      'campaign.yaml:21:25 error CS4004',
    ]);
  });

  test.each([
    ['the variables', 'vars: { signature: Ada }', "vars: { signature: 'It's me' }"],
    ['the account', 'spring-app,', "'spring's app',"],
  ])('an error in %s stops: what depends on them cannot be judged', async (_, whole, broken) => {
    expect((await places(spoilt.replace(whole, broken))).every((place) => place.includes('CS1001'))).toBe(true);
  });

  test('what only a gap defines is not missed', async () => {
    const campaign = spoilt
      .replace('  hello:\n', '  hello: &a\n')
      .replace('    with: { templateId: "31" }', '    with: *a');
    expect(await places(campaign)).toEqual([
      'campaign.yaml:7:19 error CS1001',
      'campaign.yaml:12:43 error CS1001',
      'campaign.yaml:15:20 error CS3001',
    ]);
  });
});

/** Ways in which one line goes wrong in an editor. */
const slips: readonly ((line: string) => string)[] = [
  (line) => line.replace('"', ''),
  (line) => line.replace(/: (\w)/, ": 'it's $1"),
  (line) => line.replace('}', ''),
  (line) => line.replace('{', ''),
  (line) => line.replace(/^ {2}/, '\t'),
  (line) => line.replace(/^ /, ''),
  (line) => ` ${line}`,
  (line) => line.replace(/: (\w)/, ': @$1'),
  (line) => line.replace(/:( |$)/, '$1'),
  (line) => `${line}"`,
];

/** One of so many slips is tried, others with another SEED. */
const stride = isWhole ? 1 : 67;

const folder = (name: string) => readdirSync(`campaigns/${name}`).map((file) => `${name}/${file}`);
const beside = Object.fromEntries(
  [...folder('audiences'), ...folder('audio')].map((file) => [file, readFileSync(`campaigns/${file}`)]),
);

describe('an error in YAML is found, and implies no other finding, anywhere in', () => {
  test.each(readdirSync('campaigns').filter((name) => name.endsWith('.yaml')))('%s', async (name) => {
    const text = readFileSync(`campaigns/${name}`, 'utf8');
    const usual = new Set(codesOf((await checkFiles({ ...beside, 'campaign.yaml': text })).out));
    const lines = text.split('\n');
    const implied: string[] = [];
    for (const [index, line] of lines.entries()) {
      for (const [kind, slip] of slips.entries()) {
        const changed = slip(line);
        if ((index * slips.length + kind) % stride !== seed % stride || changed === line || line.trim() === '')
          continue;
        const wrong = lines.with(index, changed).join('\n');
        const { out, exitCode } = await checkFiles({ ...beside, 'campaign.yaml': wrong });
        if (parseDocument(wrong).errors.length > 0 && exitCode !== 1) implied.push(`${index + 1}: ${changed} passes`);
        const codes = codesOf(out).filter((code) => !usual.has(code));
        if (!codes.some((code) => /^CS10(01|03|15)$/.test(code))) continue;
        const others = codes.filter((code) => !code.startsWith('CS1'));
        if (others.length > 0) implied.push(`${index + 1}: ${changed} → ${others.join(' ')}`);
      }
    }
    expect(implied).toEqual([]);
  });
});

function codesOf(out: string): string[] {
  return [...out.matchAll(/ (?:error|warning) (CS\d{4}) /g)].map(([, code = '']) => code);
}

test('a key that only some operations have names these', async () => {
  const step = (uses: string, key: string) => `{ uses: ${uses}, ${key}, with: {} }`;
  const steps = [
    step('otp.send', 'every: 5m'),
    step('whatsapp.send', 'expires: 5m'),
    step('otp.send', 'onUnknown: hold'),
  ];
  const campaign = `campaign: spring\ntimezone: Africa/Lagos\nsteps:\n${steps.map((one, index) => `  s${index}: ${one}\n`).join('')}`;
  const { out } = await checkFiles({ 'campaign.yaml': campaign }, { format: 'json' });
  const { diagnostics } = JSON.parse(out) as { diagnostics: { code: string; hint?: string }[] };
  expect(diagnostics.filter(({ code }) => code === 'CS2001').map(({ hint }) => hint)).toEqual([
    'only queries support `every`: `sms.balance`, `agents.list` and `axb.list`',
    'only `otp.send` supports `expires`',
    'only `whatsapp.send` supports `onUnknown`; the other operations recover in a fixed way',
  ]);
});

test('names that are written in two ways and sent as one are the same name', async () => {
  const redial = (needs: string, taskName: string) =>
    `{ uses: voice.redial, ${needs}with: { taskId: 1001, source: 3, text: Hi, lan: EN, taskName: "${taskName}" } }`;
  const { out } = await checkFiles({
    'campaign.yaml': `campaign: spring
timezone: Africa/Lagos
vars: { day: monday }
steps:
  morning: ${redial('', 'calls-monday')}
  noon: ${redial('needs: morning, ', '{{ steps.morning.taskId }}-again')}
  later: ${redial('needs: noon, ', '{{ steps.noon.taskId }}-again')}
  evening: ${redial('needs: later, ', 'calls-{{ vars.day }}')}
`,
  });
  expect(out.match(/ error .*/g)).toEqual([
    ' error CS4001 `evening` and `morning` have the same `taskName`: the service accepts it once and returns -41 for the second',
  ]);
});
