import { expect, test } from 'vitest';
import { checkFiles } from './check-example.ts';

/** The codes of what is found in a campaign with a budget. */
async function codes(written: string): Promise<readonly string[]> {
  const campaign = `campaign: spring
timezone: Africa/Lagos
account: { appId: spring-app }
audiences: { members: { file: people.csv, key: phone } }
${written}
steps:
  code: { uses: otp.send, forEach: members, with: { templateId: 31 } }
`;
  const files = { 'campaign.yaml': campaign, 'people.csv': 'phone\n2348030001001\n' };
  const { diagnostics } = JSON.parse((await checkFiles(files, { format: 'json' })).out) as {
    diagnostics: { code: string }[];
  };
  return diagnostics.map(({ code }) => code);
}

test.each([
  ['in the wrong place', 'limits: { budget: 5, costs: { otp.send: 1 } }', 'CS2001'],
  ['under a misspelt name', 'limits: { budget: 5 }\ncost: { otp.send: 1 }', 'CS2001'],
  ['of another shape', 'limits: { budget: 5 }\ncosts: 5', 'CS2003'],
  ['of which one is a word', 'limits: { budget: 5 }\ncosts: { otp.send: x }', 'CS2003'],
])('prices %s are one finding: none is missing', async (_, written, code) => {
  expect(await codes(written)).toEqual([code]);
});

test('a price that is written nowhere is missing', async () => {
  expect(await codes('limits: { budget: 5 }\ncosts: { whatsapp.send: 1 }')).toContain('CS5107');
});
