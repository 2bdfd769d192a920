import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadCampaign } from '../../src/library/open.ts';
import { plan } from '../../src/library/plan.ts';
import { instantOf } from '../../src/time/local-time.ts';
import { createCampaignRig, people } from '../rig/campaign-rig.ts';

test('a redial whose `sendTime` is over when it is submitted is found by what is sent, also from a template, and by the library', async () => {
  await using rig = await createCampaignRig();
  const [one, two, three] = people(3);
  await rig.write(
    'tasks.csv',
    `phone,at\n${one},2026-12-02 11:00\n${two},2026-12-02 13:00\n${three},2026-12-02 11:30\n`,
  );
  const calls: string[] = [];
  const late = async (sendTime: string, forEach = ''): Promise<readonly string[]> => {
    await rig.campaign(
      `call: { uses: voice.redial, ${forEach}with: { taskId: 1001, source: 3, text: Hi, lan: EN, sendTime: "${sendTime}" } }`,
      'starts: 2026-12-02 12:00\nvars: { over: "2026-12-02 10:00", next: "2026-12-02 14:00" }\naudiences: { tasks: { file: tasks.csv, key: phone } }',
    );
    const { stdout } = await rig.callsheet(['plan', 'campaign.yaml', '--at', '2026-12-02 09:00']).ended;
    calls.push(...(stdout.match(/the service calls.*/g) ?? []));
    const found = stdout.match(/(?<=CS5104 ).*/g) ?? [];
    const { value: loaded } = await loadCampaign({ path: join(rig.folder, 'campaign.yaml') });
    const { diagnostics } = plan({ loaded: loaded!, now: instantOf('2026-12-02T09:00:00', loaded!.campaign.timezone) });
    expect(diagnostics.filter(({ code }) => code === 'CS5104').map(({ message }) => message)).toEqual(found);
    return found;
  };
  const over = 'Step `call` is submitted after its `sendTime`';
  expect(await late('2026-12-02 10:00')).toEqual([`${over} 2026-12-02 10:00`]);
  expect(await late('{{ vars.over }}')).toEqual([`${over} 2026-12-02 10:00`]);
  expect(await late('{{ vars.next }}')).toEqual([]);
  expect(await late('{{ recipient.at }}', 'forEach: tasks, ')).toEqual([
    `${over} for 2 recipients, such as 2026-12-02 11:00`,
  ]);
  const [hours, own] = ['the service calls 09:00–20:00, not before', 'by its own clock'];
  expect(calls).toEqual([
    `${hours} 2026-12-02 10:00 ${own}`,
    `${hours} 2026-12-02 10:00 ${own}`,
    `${hours} 2026-12-02 14:00 ${own}`,
    `${hours} the time of each, 2026-12-02 11:00 to 2026-12-02 13:00 ${own}`,
  ]);
});
