import { createHash } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { screenFindings } from '../rig/axe.ts';
import { browserPath, openPage } from '../rig/browser.ts';
import { type CampaignRig, campaignText, createCampaignRig, otpStep, people } from '../rig/campaign-rig.ts';
import { freePort } from '../rig/free-port.ts';
import { isLong } from '../rig/sample-of.ts';
import { selfSigned } from '../rig/self-signed.ts';

if (browserPath === undefined)
  process.stderr.write('no chromium on this machine: what people decide in the control room is not tested\n');

/** Its first message is in doubt. */
const doubtful = campaignText(
  `
  news:
    uses: whatsapp.send
    forEach: members
    with: { type: text, text: { body: "News for {{ recipient.first_name }}" } }
  `,
  'title: News\naudiences:\n  members: { file: doubts.csv, key: phone }',
).replace('campaign: trial', 'campaign: doubtful');

const refused = doubtful
  .replace('campaign: doubtful', 'campaign: refused')
  // A name that might be a number.
  .replace('  news:\n', '  news-2026112301:\n    title: news\n')
  .replace('title: News', 'title: Refused\nlimits: { concurrency: 1, stopAfter: { failures: 1, of: 6 } }')
  .replace('doubts.csv', 'refused.csv');

let rig: CampaignRig;
let acting = '';

beforeAll(async () => {
  if (browserPath === undefined) return;
  rig = await createCampaignRig();
  await rig.members(people(60));
  await rig.campaign(otpStep, 'limits: { rate: 1/s, concurrency: 1 }');
  await rig.write('doubts.csv', 'phone,first_name\n2348030000901,Ada\n2348030000902,Obi\n');
  await rig.write('doubts.yaml', doubtful);
  await rig.fault({ kind: 'reset-after', operation: 'whatsapp.send', times: 1 });
  await rig.callsheet(['run', 'doubts.yaml', '--yes']).ended;
  await rig.write('refused.csv', 'phone,first_name\n2348031111111,Ngozi\n2348031111112,Tunde\n');
  await rig.write('refused.yaml', refused);
  await rig.fault({ kind: 'status', status: '-69', operation: 'whatsapp.send', times: 1 });
  await rig.callsheet(['run', 'refused.yaml', '--yes']).ended;
  [acting = ''] = await rig.callsheet(['open', '.', '--allow-actions']).line(/^http:.*$/);
});

afterAll(async () => {
  await rig?.[Symbol.asyncDispose]();
});

/** Another page of the same control room: `/overview` of `http://127.0.0.1:1/#token`. */
function at(path: string): string {
  return acting.replace('/#', `${path}#`);
}

async function text(page: Page, selector: string): Promise<string> {
  return (await page.locator(selector).first().textContent())?.replaceAll(/\s+/g, ' ').trim() ?? '';
}

function focused(page: Page): Promise<string> {
  return page.evaluate<string>('document.activeElement.textContent.trim()');
}

/** A control room in which this token is that of a viewer. */
async function openViewer(token: string): Promise<string> {
  const { key, cert } = selfSigned();
  await rig.write('cert.pem', cert);
  await rig.write('key.pem', key);
  const digest = createHash('sha256').update(token).digest('hex');
  const accounts = { accounts: [{ name: 'Ben', role: 'viewer', token: `sha256:${digest}` }] };
  await rig.write('accounts.json', JSON.stringify(accounts));
  await chmod(join(rig.folder, 'accounts.json'), 0o600);
  const url = `https://127.0.0.1:${await freePort()}`;
  const tls = ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem', '--port', new URL(url).port, '--public-url', url];
  const open = ['open', '.', '--allow-actions', '--accounts', 'accounts.json', ...tls];
  await rig.callsheet(open).line(/^Listening on /);
  return url;
}

describe.skipIf(browserPath === undefined)('what a person decides in the control room', () => {
  it('offers a viewer nothing that is refused', async () => {
    const url = await openViewer('token-of-ben');
    await using room = await openPage(url, { ignoreHTTPSErrors: true });
    const { page } = room;
    await page.getByLabel('Your token').fill('token-of-ben');
    await page.keyboard.press('Enter');
    await page.getByText('60 to send').waitFor();
    const pages = {
      '/overview?file=campaign.yaml': '.lanes',
      '/overview?file=doubts.yaml': '.lanes',
      '/plan?file=campaign.yaml': 'iframe',
      '/doubts?file=doubts.yaml': '.detail',
      '/people': '.empty',
    };
    const offered: unknown[] = [];
    for (const [path, shows] of Object.entries(pages)) {
      await page.goto(`${url}${path}`);
      await page.locator(shows).first().waitFor();
      await page.getByText('Ben, may only look').waitFor();
      offered.push(await page.locator('main').getByRole('button').allTextContents());
      expect(await page.getByLabel('Show numbers').count()).toBe(0);
    }
    expect(offered).toEqual([[], [], ['Refresh plan'], [], []]);
    await page.getByRole('searchbox').fill(people(1)[0]!);
    await page.keyboard.press('Enter');
    await page.locator('ol.list').waitFor();
    expect(await page.locator('main').getByRole('button').allTextContents()).toEqual([]);
    expect(await screenFindings(page)).toEqual([]);
  });

  it('leads from a person to their campaigns, and to the decision that they wait for', async () => {
    await using room = await openPage(at('/doubts?file=doubts.yaml'));
    const { page } = room;
    const doubt = await page.locator('.items li a').getAttribute('href');
    await page.getByRole('link', { name: 'Everything about this person' }).click();
    const campaign = page.locator('ol.list').locator('..').getByRole('link', { name: 'News' });
    expect(await campaign.getAttribute('href')).toBe('/overview?file=doubts.yaml');
    await page.getByRole('link', { name: 'Decide' }).click();
    await page.getByRole('button', { name: 'It arrived' }).waitFor();
    // This very one.
    expect(page.url().endsWith(doubt ?? '?')).toBe(true);
    expect(room.complaints).toEqual([]);
  });

  it('records what a person decides about a job in doubt, with name and comment', async () => {
    await using room = await openPage(at('/doubts?file=doubts.yaml'));
    const { page } = room;
    await page.locator('.items [role=status]', { hasText: '1 message may or may not have arrived' }).waitFor();
    expect(await text(page, '.detail h2')).toMatch(/^(Ada|Obi) 234…090[12] · news$/);
    expect(await text(page, '.detail .about')).toMatch(
      /^May have arrived: a connection was open, and sending began at [\d:]+\. May not have: the connection broke [\w. ]+, before a complete answer came/,
    );
    expect(await text(page, '.detail .bubble')).toMatch(/^News for (Ada|Obi)$/);
    // It would lead to where one is.
    expect(await page.getByRole('link', { name: /^Decide/ }).count()).toBe(0);
    expect(await screenFindings(page)).toEqual([]);
    // However long a name is, its time is beside it.
    await page
      .locator('.items .fill > b')
      .first()
      .evaluate((name) => name.append(' of a very long name'.repeat(5)));
    const [name, time] = await page
      .locator('.items li')
      .first()
      .locator('b, .act')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    expect([time!.top - name!.top, time!.left >= name!.right]).toEqual([0, true]);
    await page.setViewportSize({ width: 1200, height: 800 });
    const arrived = page.getByRole('button', { name: 'It arrived' });
    // Without a name nothing is decided.
    await arrived.click();
    expect(await page.evaluate('document.activeElement.labels[0].textContent.trim()')).toBe('Your name');
    await page.getByLabel('Your name').fill('Ada Obi');
    await page.getByLabel('Comment').fill('seen at the service');
    await arrived.click();
    await page.getByRole('heading', { name: 'Nothing is in doubt' }).waitFor();
    expect(await text(page, '.said')).toBe('1 of 1 decided: 1 accepted.');
    expect(await focused(page)).toBe('1 of 1 decided: 1 accepted.');
    const report = (await rig.callsheet(['report', 'doubts.yaml']).ended).stdout;
    expect(report).toContain('Decided by Ada Obi on ');
    expect(report).toContain('1 accepted: seen at the service');
  });

  it('says with which answer a run was stopped, as `status` does, and leads to whom it is about', async () => {
    await using room = await openPage(at('/overview?file=refused.yaml'));
    const { page } = room;
    const why = '1 of the last 1 jobs was rejected (limits.stopAfter), with -69: ';
    await page.locator('.sentence', { hasText: why }).waitFor();
    expect((await rig.callsheet(['status', 'refused.yaml']).ended).stdout).toContain(why);
    await page.getByRole('link', { name: 'See whom the service rejected, and why' }).click();
    await page.getByRole('heading', { name: 'news: 1 rejected with -69' }).waitFor();
    expect(page.url()).toMatch(/\/report\?file=refused\.yaml&filter=outcome%3Drejected$/);
    expect(await screenFindings(page)).toEqual([]);
    const [rejected, report] = [
      page.getByRole('form', { name: 'Rejected' }),
      page.getByRole('heading', { name: 'Report' }),
    ];
    const [above, below] = [(await rejected.boundingBox())!, (await report.boundingBox())!];
    expect(below.y - (above.y + above.height)).toBeGreaterThan(24);
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/rejected*', (route) => held.then(() => route.continue()));
    await page.getByLabel('Your name').fill('Ada Obi');
    const again = page.getByRole('button', { name: 'Send it again' });
    await again.click();
    await page.locator('.said', { hasText: /^1 of 1 decided/ }).waitFor();
    // Until the list is read again, a second press would only say that it has changed.
    expect(await again.isEnabled()).toBe(false);
    letGo();
    await again.waitFor({ state: 'detached' });
  });

  it('lists fifty people of a search, and says how many more there are', async () => {
    await using room = await openPage(at('/people'));
    await room.page.getByRole('searchbox').fill('80300000');
    await room.page.keyboard.press('Enter');
    await room.page.getByText('50 found, and at least 10 more: type more of it.').waitFor();
    expect(await room.page.locator('.found a').count()).toBe(50);
  });

  it('offers no approval of a plan that sends nothing', async () => {
    await using room = await openPage(at('/plan?file=doubts.yaml'));
    await room.page.getByText('0 requests').waitFor();
    await room.page.getByRole('button', { name: 'Refresh plan' }).waitFor();
    expect(await room.page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
  });

  it('approves the plan that was read, and no other, and compares the next one with it', async () => {
    await rig.write('doubts.csv', 'phone,first_name\n2348030000901,Ada\n2348030000902,Obi\n2348030000905,Chi\n');
    await using room = await openPage(at('/plan?file=doubts.yaml'));
    const { page } = room;
    await page.getByRole('button', { name: 'Approve…' }).click();
    await page.getByLabel('Your name').press('Escape');
    await expect.poll(() => focused(page)).toBe('Approve…');
    await page.keyboard.press('Enter');
    await page.getByLabel('Your name').fill('Ada Obi');
    await rig.replace('doubts.yaml', doubtful.replace('News for', 'Other news for'));
    const approve = page.getByRole('button', { name: /^Approve \d/ });
    const readAgain = page.waitForResponse(/\/api\/plan/);
    await approve.click();
    await (await readAgain).finished();
    await page.getByRole('button', { name: 'Approve…' }).waitFor();
    // Beside the next plan it still says why the one before was not approved.
    await page.getByText(/ is stale: doubts\.yaml has changed\. .* Nothing was approved\.$/).waitFor();
    await page.getByRole('button', { name: 'Approve…' }).click();
    await approve.click();
    await page.getByText('Approved by Ada Obi just now.').waitFor();
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Approval');
    expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
    const listed = (await rig.callsheet(['approve', 'doubts.yaml']).ended).stdout;
    expect(listed.match(/was approved by Ada Obi/g)).toHaveLength(1);
    await page.frameLocator('iframe[title="Changes"]').getByText('No changes; ').waitFor();
    await page.reload();
    // It is approved as it is: another approval is possible, and not asked for.
    await page.getByRole('button', { name: 'Approve again…' }).waitFor();
    expect(await page.getByRole('link', { name: 'To its start' }).count()).toBe(1);
    await rig.write(
      'doubts.csv',
      'phone,first_name\n2348030000901,Ada\n2348030000903,Uche\n2348030000904,Efe\n2348030000905,Chi\n',
    );
    await page.clock.install();
    await page.reload();
    await page.getByText('Approved by Ada Obi just now.').waitFor();
    await page.getByRole('button', { name: 'Approve…' }).waitFor();
    await page.clock.fastForward('05:00');
    // Without a reload.
    await page.getByText(/^Approved by Ada Obi [56] minutes ago\.$/).waitFor();
    // In the zone of the campaign, as soon as that is known.
    const approvedAt = () => page.locator('.sticky time').getAttribute('title');
    await expect.poll(approvedAt).toMatch(/^\w{3} \d+ \w{3} \d{4} [\d:]{8}, Etc\//);
    const changes = page.frameLocator('iframe[title="Changes"]');
    await changes.getByText('added: 234…0903, 234…0904').waitFor();
  });

  it('forgets a person in two steps, and says first what it does', async () => {
    await using room = await openPage(at('/people'));
    const { page } = room;
    await page.getByRole('searchbox').fill('30000901');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'See what it would do' }).click();
    await page.getByRole('alertdialog').waitFor();
    expect(await text(page, '#forget-words')).toContain('doubts.csv a list of doubts.yaml: remove the row yourself');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('See what it would do');
    await page.getByRole('button', { name: 'See what it would do' }).click();
    await page.getByRole('button', { name: 'Yes, forget them' }).click();
    const gone = '234…0901 is forgotten: no campaign of this project contacts this number again.';
    await page.getByText(gone).waitFor();
    await expect.poll(() => focused(page)).toMatch(new RegExp(`^${gone}`));
    expect(room.complaints).toEqual([]);
  });

  it.runIf(isLong)('forgets nobody while a process holds the state', async () => {
    const run = rig.process(['run', 'campaign.yaml', '--yes']);
    await rig.answered(3);
    await using room = await openPage(at('/people'));
    const { page } = room;
    await page.getByRole('searchbox').fill(people(1)[0]!);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'See what it would do' }).click();
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    expect(await question.getByRole('button').allTextContents()).toEqual(['Close']);
    expect(await text(page, '#forget-words')).toMatch(/Until it ends or is stopped, the number cannot be forgotten\./);
    run.kill('SIGKILL');
    await run.ended;
  });
});
