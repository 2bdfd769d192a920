import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { checkFiles } from '../campaign/check-example.ts';

const schema = readFileSync(new URL('../rig/sarif-2.1.0.schema.json', import.meta.url), 'utf8');
const ajv = new Ajv({
  strict: false,
  allErrors: true,
  formats: { uri: (text: string) => URL.canParse(text), 'uri-reference': isReference, 'date-time': true },
});
const isSarif = ajv.compile(JSON.parse(schema) as object);

/** Blanks and other letters are written as escapes. */
function isReference(text: string): boolean {
  return /^[\w\-.~:/?#[\]@!$&'()*+,;=%]*$/.test(text);
}

async function faults(files: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
  const { out } = await checkFiles(files, { files: Object.keys(files).slice(0, 1), format: 'sarif' });
  return isSarif(JSON.parse(out)) ? [] : (isSarif.errors ?? []);
}

const codes = 'uses: otp.send\n    forEach: members\n    with: { templateId: 31 }';
const head = 'campaign: hello\ntimezone: Africa/Lagos\n';
const members = 'audiences:\n  members: { file: members.csv, key: phone }\n';

test.each([
  ['without findings', { 'campaign.yaml': `${head}steps:\n  funds:\n    uses: sms.balance\n` }],
  [
    'with errors and warnings',
    { 'campaign.yaml': `${head}titel: x\nsteps:\n  funds:\n    uses: sms.balanc\n    needs: gone\n` },
  ],
  ['of a file whose name has blanks and other letters', { 'große liste.yaml': `${head}steps: []\n` }],
  [
    'of a list',
    { 'campaign.yaml': `${head}${members}steps:\n  hello:\n    ${codes}\n`, 'members.csv': 'phone\n12\nabc\n' },
  ],
  ['of what is not YAML', { 'campaign.yaml': 'campaign: "hello\n' }],
])('what a check says as SARIF is SARIF: %s', async (_, files) => {
  expect(await faults(files)).toEqual([]);
});

test('the log names the version that made it', async () => {
  const { out } = await checkFiles({ 'campaign.yaml': head }, { format: 'sarif' });
  const { version } = packageJson;
  expect(out).toContain(`"version": "${version}",\n          "semanticVersion": "${version}"`);
});

test('the schema finds a log that is not SARIF', async () => {
  const { out } = await checkFiles({ 'campaign.yaml': `${head}titel: x\n` }, { format: 'sarif' });
  for (const [right, wrong] of [
    ['"level": "error"', '"level": "fatal"'],
    ['"startLine": 3', '"startLine": 0'],
    ['"text":', '"words":'],
  ] as const) {
    expect(out).toContain(right);
    expect(isSarif(JSON.parse(out.replace(right, wrong)))).toBe(false);
  }
});
