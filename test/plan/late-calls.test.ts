import { expect, test } from 'vitest';
import { createCampaignRig, people } from '../rig/campaign-rig.ts';

test('a redial whose `sendTime` is over when it is submitted is found by what is sent, also from a template', async () => {
  await using rig = await createCampaignRig();
  const [one, two, three] = people(3);
  await rig.write(
    'tasks.csv',
    `phone,at\n${one},2026-12-02 11:00\n${two},2026-12-02 13:00\n${three},2026-12-02 11:30\n`,
  );
  const late = async (sendTime: string, forEach = ''): Promise<readonly string[]> => {
    await rig.campaign(
      `call: { uses: voice.redial, ${forEach}with: { taskId: 1001, source: 3, text: Hi, lan: EN, sendTime: "${sendTime}" } }`,
      'starts: 2026-12-02 12:00\nvars: { over: "2026-12-02 10:00", next: "2026-12-02 14:00" }\naudiences: { tasks: { file: tasks.csv, key: phone } }',
    );
    const { stdout } = await rig.callsheet(['plan', 'campaign.yaml', '--at', '2026-12-02 09:00']).ended;
    return stdout.match(/(?<=CS5104 ).*/g) ?? [];
  };
  const over = 'Step `call` is submitted after its `sendTime`';
  expect(await late('2026-12-02 10:00')).toEqual([`${over} 2026-12-02 10:00`]);
  expect(await late('{{ vars.over }}')).toEqual([`${over} 2026-12-02 10:00`]);
  expect(await late('{{ vars.next }}')).toEqual([]);
  expect(await late('{{ recipient.at }}', 'forEach: tasks, ')).toEqual([
    `${over} for 2 recipients, such as 2026-12-02 11:00`,
  ]);
});
