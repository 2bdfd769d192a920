import { expect, test } from 'vitest';
import { checkFiles } from './check-example.ts';

/** What `check` says of the body for a German and for a Frenchwoman, and of a third one. */
async function found(body: string, third = 'fr'): Promise<readonly string[]> {
  const { out } = await checkFiles({
    'campaign.yaml': `campaign: spring
timezone: Africa/Lagos
account: { appId: spring-app, businessPhone: "2348000000001" }
audiences: { members: { file: members.csv, key: phone, lastInbound: { column: wrote, zone: UTC } } }
steps:
  hello:
    uses: whatsapp.send
    forEach: members
    with: { type: text, text: { body: "${body}" } }
`,
    'members.csv': `phone,lang,wrote,first.name\n2348030000001,de,,\n2348030000002,fr,,\n2348030000003,${third},,\n`,
  });
  return [...out.matchAll(/(?:error|warning) (CS(?:4|6007).*)$/gm)].map(([, words = '']) => words);
}

test('who has no cell in a column with a dot in its name lacks that column', async () => {
  expect(await found("{{ recipient['first.name'] }}!")).toEqual([
    'CS6007 `hello` skips 3 recipients: no value in column `first.name`',
  ]);
});

const ofLanguage = "{% case recipient.lang %}{% when 'de' %}Hallo{% when 'fr' %}Bonjour{% endcase %}";
const ofConditions = "{% if recipient.lang == 'de' %}Hallo{% elsif recipient.lang == 'fr' %}Bonjour{% endif %}";

test.each([ofLanguage, ofConditions])(
  'a text for every cell that a list has is a text for everybody: %s',
  async (body) => {
    expect(await found(body)).toEqual([]);
  },
);

test.each([ofLanguage, ofConditions])('and who has another cell has none: %s', async (body) => {
  expect(await found(body, 'it')).toEqual([
    'CS4002 For 1 recipient: `text.body` is required (the service returns -115)',
  ]);
});

test('a text that is empty whatever the cells are is so once', async () => {
  expect(await found("{% if campaign.title == 'x' %}Hallo{% endif %}")).toEqual([
    'CS4001 `text.body` is required (the service returns -115)',
  ]);
});
