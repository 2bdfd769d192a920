import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { campaignSchema } from '../../src/campaign/schema/campaign-schema.gen.ts';
import { schemaPlace } from '../../src/campaign/schema/schema-paths.ts';
import { explain } from '../../src/cli/commands/explain.ts';
import { operationIds, operations } from '../../src/service/operations/operations.ts';
import { commandHost } from '../rig/command-host.ts';
import { checkFiles } from './check-example.ts';

async function explained(word: string): Promise<string> {
  const { host, out } = commandHost({ now: 0 });
  expect(await explain({ words: [word] }, host)).toBe(0);
  return out();
}

/** Every key of the language, with `*` for names that a campaign gives. */
function pathsBelow(path: string): readonly string[] {
  const place = schemaPlace(path);
  // Conditions may hold conditions.
  if ('problem' in place || path.split('.').length > 7) return [];
  const below = [...place.keys.map(({ name }) => name), '*'].map((name) => (path === '' ? name : `${path}.${name}`));
  return [...(path === '' ? [] : [path]), ...below.flatMap(pathsBelow)];
}

const paths = [...new Set(pathsBelow(''))];

describe('explain shows an example', () => {
  test('of every key, or the words that it allows', async () => {
    expect(paths.length).toBeGreaterThan(150);
    const without: string[] = [];
    for (const path of paths) {
      const text = await explained(path);
      if (!/^(?:For example|One of):$/m.test(text)) without.push(path);
    }
    expect(without).toEqual([]);
    expect(await explained('costs.whatsapp.send')).toMatch(/^For example:\n {2}whatsapp\.send: 0\.0075$/m);
  });

  test.each(operationIds)('of %s, which passes the check', async (id) => {
    expect(await explained(id)).toContain(`For example:\n${operations[id].example.replace(/^(?=.)/gm, '  ')}`);
    const campaign = `campaign: spring
timezone: Africa/Lagos
account: { appId: spring-app, businessPhone: "2348000000001", smsAppId: spring-app }
audiences:
  members: { file: members.csv, key: phone, lastInbound: wrote }
steps:
${operations[id].example.replace(/^(?=.)/gm, '  ')}`;
    const members =
      'phone,first_name,wrote,message_id,verified_at\n2348012345001,Ada,2026-11-23T07:00:00Z,m-1,1763884800\n';
    const files = { 'campaign.yaml': campaign, 'members.csv': members, 'greeting.wav': 'RIFF....WAVE' };
    expect(await checkFiles(files, { quiet: true })).toEqual({ exitCode: 0, out: '', err: '' });
  });
});

test('every example of the language is a value of its key', () => {
  const schema = campaignSchema as Node;
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ ...schema, $id: 'campaign' });
  const wrong: string[] = [];
  let examples = 0;
  (function look(node: Node, at: string): void {
    for (const example of node.examples ?? []) {
      examples += 1;
      const isValid = ajv.compile({ $ref: `campaign#${at}` });
      if (!isValid(example)) wrong.push(`${at}: ${JSON.stringify(example)}: ${ajv.errorsText(isValid.errors)}`);
    }
    for (const [key, value] of Object.entries(node)) {
      if (typeof value !== 'object' || value === null || ['examples', 'const', 'enum', 'default'].includes(key))
        continue;
      look(value as Node, `${at}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`);
    }
  })(schema, '');
  expect(examples).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

interface Node {
  readonly examples?: readonly unknown[];
}
