import { describe, expect, test } from 'vitest';
import { loadOwnCountry } from '../../src/audience/number/number-country.ts';
import { checkFiles } from '../campaign/check-example.ts';

const campaign = (timezone: string, audience: string) => `campaign: spring
timezone: ${timezone}
account: { appId: spring-app }
audiences:
  members: { file: members.csv, key: phone${audience} }
steps:
  code: { uses: otp.send, forEach: members, with: { templateId: 31 } }
`;

async function check(
  numbers: readonly string[],
  { timezone = 'America/New_York', audience = '', stop = '', header = 'phone' } = {},
) {
  const files = { 'members.csv': `${header}\n${numbers.join('\n')}\n`, 'stop.csv': `phone\n${stop}\n` };
  const { out, exitCode } = await checkFiles({ 'campaign.yaml': campaign(timezone, audience), ...files });
  return { exitCode, errors: out.split('\n').filter((line) => / error /.test(line)) };
}

/** Of Arkansas, and also of Norway; the others are only American. */
const norwegian = '4795551234';
const american = ['2125550123', '(415) 555-2671'];
const lacking = (line: number, count: number) => [
  `members.csv:${line}:1 error CS6046 ${count === 1 ? '1 number lacks its country code: it would be a number' : `${count} numbers lack their country code: they would be numbers`} of United States`,
];

describe('a list without country codes', () => {
  test('is an error: some of its numbers are those of other countries', async () => {
    expect(await check([norwegian, ...american])).toEqual({ exitCode: 1, errors: lacking(3, 2) });
  });

  test('may be one in which two of three numbers exist as they are written', async () => {
    expect(await check([norwegian, '4795551235', american[0]!])).toEqual({ exitCode: 1, errors: lacking(4, 1) });
  });

  test.each([
    // As a spreadsheet leaves 0151 23456789: of these, half would be in areas that America has.
    [
      'Europe/Berlin',
      'Germany',
      ['15123456789', '17612345678', '16012345678', '15212345678', '17012345678', '17912345678'],
    ],
    ['Asia/Shanghai', 'China', ['13123456789', '13912345678', '15012345678', '13812345678', '18612345678']],
  ])('in %s is one, where all of its numbers look like American ones', async (timezone, country, numbers) => {
    expect(await check(numbers, { timezone })).toEqual({
      exitCode: 1,
      errors: [expect.stringMatching(new RegExp(`error CS6046 .* would be numbers of ${country}$`))],
    });
  });

  test.each([
    ['its country', { audience: ', country: US' }, [norwegian, ...american]],
    ['`+`', {}, [`+${norwegian}`, '+2125550123', '+4155552671']],
    ['a zone of no country', { timezone: 'UTC' }, [norwegian, ...american]],
    ['fewer than one in three', {}, [norwegian, '4795551235', '4795551236', american[0]!]],
    ['numbers with the code of the country', {}, ['12125550123', '14155552671']],
    ['a placeholder behind the code', { timezone: 'Europe/Berlin' }, ['491701234567', '490000000000', '436641234567']],
    [
      'the country of each row',
      { audience: ', country: { column: Land }', header: 'phone,Land' },
      [`${norwegian},NO`, `${american[0]},US`],
    ],
    ['mistakes that make no number of the country', {}, ['447911', '44791', norwegian]],
  ])('is not one with %s', async (_, options, numbers) => {
    expect(await check(numbers, options)).toEqual({ exitCode: 0, errors: [] });
  });

  test.each([
    ['in the zone of its audience', { timezone: 'UTC', audience: ', timezone: { zone: America/New_York }' }],
    ['whose column of countries is empty', { audience: ', country: { column: Land }', header: 'phone,Land' }],
  ])('is one %s', async (_, options) => {
    const cells = [norwegian, ...american].map((number) => ('header' in options ? `${number},` : number));
    const { errors } = await check(cells, options);
    expect(errors).toEqual(lacking(3, 2));
  });

  test('may be the one of those who must not be contacted', async () => {
    const { errors } = await check(['+12125550123'], { audience: ', exclude: [stop.csv]', stop: '9175550199' });
    expect(errors).toEqual([
      'stop.csv:2:1 error CS6046 1 number lacks its country code: it would be a number of United States',
    ]);
  });
});

test.each([
  ['Asia/Kolkata', 'IN'],
  ['Asia/Calcutta', 'IN'],
  ['Europe/London', 'GB'],
  ['America/Chicago', 'US'],
  ['Etc/GMT+3', undefined],
  ['UTC', undefined],
])('the country of %s is %s', async (zone, country) => {
  expect((await loadOwnCountry(zone)).code()).toBe(country);
});
