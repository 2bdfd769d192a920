import { expect, test } from 'vitest';
import { createCampaignRig, otpStep } from '../rig/campaign-rig.ts';

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
