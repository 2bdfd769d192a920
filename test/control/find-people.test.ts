import { expect, test } from 'vitest';
import { campaignText, createCampaignRig, otpStep, people } from '../rig/campaign-rig.ts';
import { openControlRoom } from '../rig/control-room.ts';

test('a text with letters is a part of a name, though it has digits, too', async () => {
  await using rig = await createCampaignRig();
  await rig.write('members.csv', 'phone,name\n2348030000001,Room 12\n2348030000002,Room 2\n');
  await rig.campaign(otpStep);
  const find = async (text: string): Promise<string> =>
    (await rig.callsheet(['why', 'campaign.yaml', text, '--find']).ended).stdout;
  expect(await find('room 1')).toBe('Room 12, 234…0001  members\n');
  expect(await find('Room')).toBe('Room 12, 234…0001  members\nRoom 2, 234…0002  members\n');
  expect(await find('0000 002')).toBe('Room 2, 234…0002  members\n');
});

test('names are found in columns as Excel of Spain and Morocco names them, also without accents', async () => {
  await using rig = await createCampaignRig();
  const find = async (list: string, text: string): Promise<string> => {
    await rig.write('members.csv', list);
    await rig.campaign(otpStep);
    return (await rig.callsheet(['why', 'campaign.yaml', text, '--find']).ended).stdout;
  };
  const spanish = 'phone,Nombre,Apellidos\n2348030000001,José,Núñez\n';
  expect(await find(spanish, 'jose nunez')).toBe('José Núñez, 234…0001  members\n');
  expect(await find('phone,الاسم,النسب\n2348030000001,محمد,العلوي\n', 'محمد')).toBe('محمد العلوي, 234…0001  members\n');
  expect(await find('phone,Nom,Prénom\n2348030000001,Alaoui,Zoé\n', 'zoe')).toBe('Zoé Alaoui, 234…0001  members\n');
});

test('letters that a keyboard may lack, and apostrophes, do not count', async () => {
  await using rig = await createCampaignRig();
  const names = ['Anna Groß', 'Łukasz Nowak', 'Yılmaz Demir', 'Pat O’Brien', 'Søren Ðekić'];
  await rig.write('members.csv', `phone,name\n${names.map((name, at) => `234803000000${at},${name}\n`).join('')}`);
  await rig.campaign(otpStep);
  const found = async (text: string): Promise<readonly string[]> => {
    const { stdout } = await rig.callsheet(['why', 'campaign.yaml', text, '--find', '--format', 'json']).ended;
    return (JSON.parse(stdout) as { people: { name: string }[] }).people.map(({ name }) => name);
  };
  const sought = ['Gross', 'GROẞ', 'Lukasz', 'yilmaz', 'YILMAZ', "o'brien", 'obrien', 'O`Brien', 'soren dekic'];
  const [anna, lukasz, yilmaz, pat, soren] = names.map((name) => [name]);
  expect(await Promise.all(sought.map(found))).toEqual([anna, anna, lukasz, yilmaz, yilmaz, pat, pat, pat, soren]);
});

test('a number is found as the list writes it, and as people dial it, whole or in part', async () => {
  await using rig = await createCampaignRig();
  const list = 'phone;name;land\n0171 2000080;Anna;Deutschland\n0171 000-0010;Max;Deutschland\n12;Eva;Deutschland\n';
  await rig.write('members.csv', `${list}+44 7700 900103;Pat;UK\n`);
  const found = async (text: string, ...more: readonly string[]): Promise<string> =>
    (await rig.callsheet(['why', 'campaign.yaml', text, '--find', ...more]).ended).stdout.replace(/ {2}members/g, '');
  for (const country of ['DE', '{ column: land }']) {
    await rig.campaign(
      otpStep,
      `audiences:\n  members: { file: members.csv, key: phone, sep: ";", country: ${country} }`,
    );
    const anna = 'Anna, 491…0080\n';
    for (const text of ['0171 2000080', '0171/2000080', '0049 171 2000080', '171 2000080'])
      expect([text, await found(text), await found(text, '--whole')]).toEqual([text, anna, anna]);
    for (const text of ['0171 20', '0049 171 20']) expect([text, await found(text)]).toEqual([text, anna]);
    expect(await found('07700')).toBe('Pat, 447…0103\n');
    const why = await rig.callsheet(['why', 'campaign.yaml', '0171 000-0010']).ended;
    expect(why.stdout).toMatch(/^491…0010\n {2}members {2}members.csv:3 /);
  }
});

test('a part of a number is found in its older notation, too, whichever of them the list has', async () => {
  await using rig = await createCampaignRig();
  await rig.write('members.csv', 'phone,name\n551187654321,Ana\n525512345678,Luz\n2348030000001,Ada\n');
  await rig.campaign(otpStep);
  const find = async (text: string): Promise<string> =>
    (await rig.callsheet(['why', 'campaign.yaml', text, '--find']).ended).stdout;
  for (const text of ['11 8765 43', '11 98765 43']) expect(await find(text)).toBe('Ana, 551…4321  members\n');
  for (const text of ['1 55 1234', '2 55 1234']) expect(await find(text)).toBe('Luz, 525…5678  members\n');
});

test('who is in two audiences, or two campaigns, is counted once among those who are not listed', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(210));
  const again = 'audiences:\n  members: { file: members.csv, key: phone }\n  others: { file: members.csv, key: phone }';
  const both = otpStep + otpStep.replace('code:', 'again:').replace('members', 'others');
  await rig.campaign(both, again);
  const { stdout } = await rig.callsheet(['why', 'campaign.yaml', '234', '--find', '--format', 'json']).ended;
  expect(JSON.parse(stdout)).toMatchObject({ people: { length: 200 }, more: 10 });
  await rig.write('second.yaml', campaignText(both, again).replace('campaign: trial', 'campaign: second'));
  const room = await openControlRoom(rig, ['.']);
  expect(await room.post('/api/people', { text: '234' })).toMatchObject({ people: { length: 50 }, more: 160 });
});
