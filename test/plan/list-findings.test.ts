import { expect, test } from 'vitest';
import { createCampaignRig, otpStep, whatsappStep } from '../rig/campaign-rig.ts';

test('a plan says that people are contacted who said no, in every format, until the campaign reads the column', async () => {
  await using rig = await createCampaignRig();
  await rig.write('members.csv', 'phone,Do not call\n2348030000001,no\n2348030000002,yes\n2348030000003,yes\n');
  await rig.campaign(otpStep);
  const words =
    '2 recipients have opted out by `Do not call`, which the campaign does not read: they would be contacted';
  const printed = async (...more: readonly string[]): Promise<string> => {
    const { code, stdout } = await rig.callsheet(['plan', 'campaign.yaml', ...more]).ended;
    expect(code).toBe(0);
    return stdout;
  };
  expect((await printed()).replaceAll(/\s+/g, ' ')).toContain(`! CS6047 ${words}`);
  expect(await printed('--format', 'markdown')).toContain(`CS6047 ${words}`);
  const { diagnostics } = JSON.parse(await printed('--format', 'json')) as { diagnostics: { message: string }[] };
  expect(diagnostics.map(({ message }) => message)).toEqual([words]);

  await rig.campaign(
    otpStep,
    'audiences:\n  members: { file: members.csv, key: phone, where: { Do not call: "no" } }\n',
  );
  expect(await printed()).not.toContain('CS6047');

  await rig.campaign(
    `${otpStep.replace('forEach: members', 'forEach: { audience: members, where: { Do not call: "no" } }')}${otpStep.replace(/\w+:/, 'all:')}`,
  );
  expect((await printed()).replaceAll(/\s+/g, ' ')).toContain(
    `! CS6047 ${words.replace('the campaign does', '`all` does')}`,
  );

  await rig.write('members.csv', 'phone,Do not call\n2348030000001,no\n2348030000001,yes\n');
  expect((await printed()).replaceAll(/\s+/g, ' ')).toContain(
    '! CS6047 1 recipient has opted out by `Do not call` in another row of the list: they would be contacted',
  );
});

test('a plan says that `not` names what no row has, as those who were meant are contacted', async () => {
  await using rig = await createCampaignRig();
  await rig.write('members.csv', 'phone,status\n2348030000001,open\n2348030000002,closed\n');
  const planned = async (where: string, step = otpStep): Promise<string> => {
    await rig.campaign(step, `audiences:\n  members: { file: members.csv, key: phone${where} }\n`);
    const { code, stdout } = await rig.callsheet(['plan', 'campaign.yaml']).ended;
    expect(code).toBe(0);
    return stdout.replaceAll(/\s+/g, ' ');
  };
  const words = (what: string, they = 'row') =>
    `! CS6021 No ${they} has ${what} in \`status\`: \`not\` leaves out nobody by`;
  expect(await planned(', where: { status: { not: closd } }')).toContain(`${words('`closd`')} it`);
  expect(await planned(', where: { status: { not: [closed, gone, left] } }')).toContain(
    `${words('`gone` or `left`')} them`,
  );
  expect(await planned(', where: { status: { not: { matches: "Clos*" } } }')).toContain(
    `${words('a text like `Clos*`')} it`,
  );
  const ofStep = otpStep.replace(
    'forEach: members',
    'forEach: { audience: members, where: { status: { not: shut } } }',
  );
  expect(await planned('', ofStep)).toContain(`${words('`shut`', 'recipient')} it`);
  expect(await planned(', where: { status: { not: [closed, ""] } }')).not.toContain('CS6021');
});

test('a plan says whom a condition does not mean, as their rows have its value in other letters', async () => {
  await using rig = await createCampaignRig();
  const rows = ['open', 'Open', 'closed', 'Closed', 'CLOSED'].map((status, at) => `234803000000${at},${status}\n`);
  await rig.write('members.csv', `phone,status\n${rows.join('')}`);
  const planned = async (where: string): Promise<string> => {
    await rig.campaign(
      otpStep,
      `audiences:\n  members: { file: members.csv, key: phone, where: { status: ${where} } }\n`,
    );
    return (await rig.callsheet(['plan', 'campaign.yaml']).ended).stdout.replaceAll(/\s+/g, ' ');
  };
  expect(await planned('{ not: closed }')).toContain(
    '! CS6023 Rows have `Closed` or `CLOSED` in `status`, and the condition does not leave them out: it names `closed`',
  );
  expect(await planned('[open]')).toContain(
    '! CS6023 Rows have `Open` in `status`, and the condition leaves them out: it names `open`',
  );
  for (const where of ['{ not: [closed, Closed, CLOSED] }', '[open, Open]', '{ not: { matches: "closed" } }'])
    expect(await planned(where)).not.toContain('CS6023');
});

test('a plan says that nobody knows who may get WhatsApp messages, while there are some to send', async () => {
  await using rig = await createCampaignRig();
  const audience = (more: string) => `audiences:\n  members: { file: members.csv, key: phone${more} }\n`;
  const printed = async (): Promise<string> => (await rig.callsheet(['plan', 'campaign.yaml']).ended).stdout;
  await rig.write('members.csv', `phone,first_name,wrote\n2348030000001,Ada,${new Date().toISOString()}\n`);
  await rig.campaign(whatsappStep, audience(', lastInbound: wrote'));
  expect(await printed()).not.toContain('CS5010');
  await rig.campaign(otpStep);
  expect(await printed()).not.toContain('CS5010');
  await rig.campaign(whatsappStep);
  expect((await printed()).replaceAll(/\s+/g, ' ')).toContain(
    '! CS5010 `members` does not say when its recipients last wrote; WhatsApp messages are accepted only within 24 hours of that',
  );
  expect((await rig.run()).code).toBe(0);
  expect(await printed()).not.toContain('CS5010');
});

test('a campaign that no run would start, as a text is too long for one person, has no plan', async () => {
  await using rig = await createCampaignRig();
  await rig.write('members.csv', `phone,name\n2348030000001,Ada\n2348030000002,${'x'.repeat(5_000)}\n`);
  await rig.campaign(whatsappStep.replace('first_name', 'name'));
  for (const args of [['plan'], ['plan', '--out', 'plan.json'], ['run', '--yes']]) {
    const { code, stdout } = await rig.callsheet([...args, 'campaign.yaml']).ended;
    expect(code).toBe(1);
    expect(stdout).toContain('CS4002 For 1 recipient: `text.body` must be at most 4096 characters long');
  }
});
