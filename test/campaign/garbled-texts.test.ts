import { expect, test } from 'vitest';
import { checkFiles } from './check-example.ts';

async function check(body: string) {
  const campaign = `campaign: spring
timezone: Africa/Lagos
account: { appId: spring-app, businessPhone: "2348000000001" }
audiences:
  members: { file: members.csv, key: phone, lastInbound: at }
steps:
  hello: { uses: whatsapp.send, forEach: members, with: { type: text, text: { body: ${body} } } }
`;
  const files = { 'campaign.yaml': campaign, 'members.csv': 'phone,at\n2348030000001,2026-11-23T07:00:00Z\n' };
  return (await checkFiles(files)).out.split('\n').filter((line) => /(error|warning) CS/.test(line));
}

const first = '{{ recipient.phone }}';

test.each([String.raw`"${first} \ud83d"`, String.raw`"${first} \ude00\ud83d"`, String.raw`"${first} \U0000d83d!"`])(
  'half of a character in %s is an error',
  async (body) => {
    expect(await check(body)).toEqual([
      'campaign.yaml:7:85 error CS1001 An escape in this text is half of a character',
    ]);
  },
);

test('and so it is in a text of a template', async () => {
  expect(await check(String.raw`'Hi {{ recipient.phone | append: "\ud83d" }}'`)).toEqual([
    'campaign.yaml:7:89 error CS3010 An escape in this template is half of a character',
  ]);
});

test('a whole character is not one, however it is written', async () => {
  expect(await check(String.raw`"${first} \ud83d\ude00 \U0001F600"`)).toEqual([]);
  expect(await check(String.raw`'{{ recipient.phone | append: "\ud83d\ude00" }}'`)).toEqual([]);
});

test.each([
  ['CafÃ©', 'Ã©'],
  ['I donâ€™t', 'â€™'],
  ['Terms &amp; prices', '&amp;'],
])('letters that a program has garbled are a warning, as in a list: %s', async (words, part) => {
  expect(await check(`"${first} ${words}"`)).toEqual([
    expect.stringContaining(`warning CS6042 \`${part}\` is garbled text, and would be sent`),
  ]);
});

test('other letters are not, and neither is what a template replaces', async () => {
  expect(await check(`"${first} Café, 5 €, “Ada” – 20 % & more"`)).toEqual([]);
  expect(await check(`'{{ recipient.phone | replace: "Ã©", "é" }}'`)).toEqual([]);
});
