import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { checkFiles } from './check-example.ts';

const campaign = {
  campaign: 'spring',
  timezone: 'Africa/Lagos',
  account: { appId: 'spring-app', businessPhone: '2348000000001' },
  env: ['SIGN'],
  inputs: { offer: { default: 'ten' } },
  vars: { sign: 'Ada' },
  audiences: {
    members: { file: 'people.csv', key: 'phone', lastInbound: 'last', timezone: { column: 'tz', else: 'number' } },
    rows: {
      sql: 'rows.sql',
      from: 'sqlite',
      params: { tier: 'gold' },
      columns: { phone: 'text', n: 'number' },
      key: 'phone',
      where: { n: { atLeast: 1 } },
    },
    web: { http: 'https://data.example.com/m.csv', columns: { phone: 'text' }, key: 'phone' },
  },
  steps: {
    hello: {
      uses: 'whatsapp.send',
      forEach: 'members',
      with: { type: 'text', text: { body: '{{ recipient.name }} {{ vars.sign }} {{ env.SIGN }} {{ inputs.offer }}' } },
    },
    again: {
      uses: 'whatsapp.send',
      needs: ['hello'],
      forEach: { audience: 'members', onlyIf: { step: 'hello', outcome: 'accepted' } },
      with: { type: 'text', text: { body: '{{ steps.hello.messageId }}' } },
    },
    code: { uses: 'otp.send', forEach: 'rows', with: { templateId: 31 } },
    web: { uses: 'otp.send', forEach: 'web', with: { templateId: 31 } },
  },
};

async function findings(written: object): Promise<string[]> {
  const { out } = await checkFiles(
    {
      'campaign.yaml': stringify(written),
      'people.csv': 'phone,name,last,tz\n2348030001001,Ada,2026-11-23T08:30:00+01:00,Africa/Lagos\n',
      'rows.sql': 'SELECT phone, n FROM people WHERE tier = :tier\n',
    },
    { format: 'json' },
  );
  const { diagnostics } = JSON.parse(out) as { diagnostics: { severity: string; code: string; message: string }[] };
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code} ${message}`);
}

/** The campaign with another value at a path. */
function withValue(value: unknown, path: readonly string[], at: unknown = campaign): object {
  const [key = '', ...rest] = path;
  const map = at as Record<string, unknown>;
  const copy: Record<string, unknown> = Array.isArray(map) ? ([...map] as never) : { ...map };
  copy[key] = rest.length === 0 ? value : withValue(value, rest, map[key]);
  return copy;
}

test('the campaign is in order', async () => {
  expect(await findings(campaign)).toEqual([]);
});

test.each([
  'account',
  'env',
  'env.0',
  'inputs',
  'inputs.offer',
  'inputs.offer.default',
  'vars',
  'audiences',
  'audiences.members',
  'audiences.members.timezone.column',
  'audiences.rows.params',
  'audiences.rows.params.tier',
  'audiences.rows.columns.phone',
  'audiences.rows.columns.n',
  'audiences.web.http',
  'steps.hello.forEach',
  'steps.again.needs',
  'steps.again.needs.0',
  'steps.again.forEach',
  'steps.again.forEach.audience',
])('a part of a wrong shape is one mistake, and nothing is said to be missing that it has: %s', async (path) => {
  expect(await findings(withValue([[]], path.split('.')))).toEqual([expect.stringMatching(/^CS2003 /)]);
});
