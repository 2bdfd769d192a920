import { describe, expect, it } from 'vitest';
import { browserPath, openPage } from '../rig/browser.ts';
import { mondayMorning, type SandboxRig, sandboxRig, textTo } from '../rig/sandbox.ts';

describe.skipIf(browserPath === undefined)('requests, addresses and controls of the inbox page', () => {
  it('lists refused requests with their rule, and shows the request and the answer as they were', async () => {
    await using rig = await sandboxRig({ world: { ...mondayMorning, sessions: { default: 'closed' } } });
    await rig.change('inbound', { recipient: '2348030000001', text: 'Hello?' });
    await rig.call('/wa/custom/sendMsg', textTo('2348030000001', 'Hello Ada'));
    await rig.call('/wa/custom/sendMsg', textTo('2348030000009', '<b>Too late</b>'));
    await using inbox = await openPage(`${rig.url}#requests`);
    const { page } = inbox;
    const rows = page.locator('.log > li');
    await rows.nth(1).waitFor();
    await page.getByLabel('refused or faulty').check();
    await page.getByText('1 request', { exact: true }).waitFor();
    expect((await rows.first().innerText()).split('\n')).toEqual([
      '09:00:00',
      'whatsapp.send',
      '+2348030000009',
      '200, status -131',
      'whatsapp.session.open',
      'the recipient has not written to the business number in the last 24 hours',
    ]);
    await rows.first().getByRole('button').click();
    const request = JSON.parse(await page.getByLabel('Request', { exact: true }).innerText()) as {
      headers: Readonly<Record<string, string>>;
      body: unknown;
    };
    expect(request.headers['api-key']).toBe('***');
    expect(request.body).toEqual(textTo('2348030000009', '<b>Too late</b>'));
    expect(JSON.parse(await page.getByLabel('Answer').innerText())).toMatchObject({ status: '-131' });
    // The address leads to the same request, for somebody else, and Back to the list.
    const address = page.url();
    expect(address).toMatch(/#requests\/\d+\?refused=1$/);
    await using other = await openPage(address);
    await other.page.getByLabel('Answer').getByText('-131').waitFor();
    await page.goBack();
    await page.getByLabel('Answer').waitFor({ state: 'detached' });
    expect([...inbox.complaints, ...other.complaints]).toEqual([]);
  });

  it('says what was found, and not that there is nothing', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    await rig.call('/wa/custom/sendMsg', { ...textTo('2348030000001', 'İİİİİİİİ bu metin, abc'), appId: 'no-app' });
    await using inbox = await openPage(`${rig.url}#requests?refused=1&search=nowhere`);
    const { page } = inbox;
    await page.getByText('Nothing found').waitFor();
    // In small letters this text is longer.
    await page.getByLabel('Search').fill('ABC');
    await page.getByText('1 request', { exact: true }).waitFor();
    await page.locator('.log button').click();
    await page.getByLabel('Request', { exact: true }).waitFor();
    const marked = (): Promise<unknown> => page.evaluate(`[...(CSS.highlights.get('hit') ?? [])].map(String)`);
    await expect.poll(marked).toEqual(['abc']);
    expect(inbox.complaints).toEqual([]);
  });

  it('finds the code of a number that is not among the newest', async () => {
    await using rig = await sandboxRig({
      world: { ...mondayMorning, limits: { otpTotal: { count: 9999, per: '1m' } } },
    });
    const send = (to: number) =>
      rig.call('/otp/verification/send', { appId: 'sandbox-app', templateId: 31, to: String(to) });
    const first = 2348030000001;
    await send(first);
    for (let sent = 1; sent <= 2000; sent += 100)
      await Promise.all(Array.from({ length: 100 }, (_, at) => send(first + sent + at)));
    await using inbox = await openPage(`${rig.url}#codes`);
    const { page } = inbox;
    await page.getByText('and more: search for a number').waitFor();
    await page.getByLabel('Search').fill(String(first));
    await page.locator('.codes b').getByText(`+${first}`, { exact: true }).waitFor();
    await rig.change('reset');
    await page.getByText('Nothing found').waitFor();
    expect(inbox.complaints).toEqual([]);
  });

  it('shows the code and the words of a redial, which have names of their own', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    await rig.call('/voice/group/call/resend', { taskId: 1003, taskName: 'again', source: 1, voiceFileId: 'f' });
    await using inbox = await openPage(`${rig.url}#requests`);
    const row = inbox.page.locator('.log > li').first();
    await row.waitFor();
    expect((await row.innerText()).split('\n')).toEqual([
      '09:00:00',
      'voice.redial',
      '200, status -42',
      'voice.task.over',
      'redial is allowed only when the task is canceled or completed: it is running',
    ]);
    expect(inbox.complaints).toEqual([]);
  });

  it('finds words that people read, and no names of fields', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    await rig.call('/wa/custom/sendMsg', textTo('2348030000001', 'Ada said "yes"'));
    await rig.call('/wa/custom/sendMsg', textTo('2348030000002', 'Nobody said no'));
    await using inbox = await openPage(`${rig.url}#conversations?search=${encodeURIComponent('"yes"')}`);
    const { page } = inbox;
    const people = page.locator('.items .who b');
    await people.first().waitFor();
    expect(await people.allTextContents()).toEqual(['+2348030000001']);
    // Each text message has a field of this name.
    await page.getByLabel('Search').fill('body');
    await page.waitForFunction(`document.querySelectorAll('.items .who').length === 1`);
    expect(await people.allTextContents()).toEqual(['+2348030000002']);
    expect(inbox.complaints).toEqual([]);
  });

  it('loses nothing that comes while it loads, and keeps nothing of before a reset', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    await rig.call('/wa/custom/sendMsg', textTo('2348030000001'));
    await using inbox = await openPage(rig.url);
    const { page } = inbox;
    let isFirst = true;
    await page.route('**/_sandbox/codes*', async (route) => {
      const between = isFirst;
      isFirst = false;
      if (between) {
        // After the list of messages was answered.
        await page.waitForResponse('**/_sandbox/messages*');
        await rig.call('/wa/custom/sendMsg', textTo('2348030000002'));
        await rig.call('/otp/verification/send', { appId: 'sandbox-app', templateId: 31, to: '2348030000003' });
      }
      await route.continue();
    });
    await page.reload();
    const people = page.locator('.items .who b');
    await people.nth(1).waitFor();
    // As long as before, and another one.
    await rig.call('/wa/custom/sendMsg', textTo('2348030000004'));
    rig.sandbox.account.rewind(0);
    for (const last of [5, 6, 7, 8, 9]) await rig.call('/wa/custom/sendMsg', textTo(`234803000000${last}`));
    // Until it hears of the reset, what it asks for may be of after it.
    await expect.poll(() => people.allTextContents()).toEqual([9, 8, 7, 6, 5].map((last) => `+234803000000${last}`));
    expect(inbox.complaints).toEqual([]);
  });

  it('shows nothing that is half of before a reset, whenever it hears of it', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    for (const last of [1, 2, 3]) await rig.call('/wa/custom/sendMsg', textTo(`234803000000${last}`));
    await using inbox = await openPage(rig.url);
    const { page } = inbox;
    await page.locator('.items .who b').nth(2).waitFor();
    // The page learns of no change but this one.
    await page.route('**/_sandbox/events*', (route) =>
      route.fulfill({
        contentType: 'text/event-stream',
        body: 'event: change\ndata: {"count":3,"rewinds":0}\n\n',
      }),
    );
    let isAnswered = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      isAnswered = resolve;
    });
    await page.route('**/_sandbox/codes*', async (route) => {
      rig.sandbox.account.rewind(0);
      await route.continue();
      isAnswered();
    });
    await page.reload();
    await answered;
    await page.evaluate(`fetch('/favicon.svg').then(() => undefined)`);
    expect(await page.locator('#view').innerText()).toBe('Loading…');
  });

  it('shows the request that its address names, whichever answer comes last', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    for (const last of [1, 2]) await rig.call('/wa/custom/sendMsg', textTo(`234803000000${last}`));
    await using inbox = await openPage(`${rig.url}#requests?search=nothing`);
    const { page } = inbox;
    // From now on it follows its address.
    await page.getByText('Nothing found').waitFor();
    const waiting: (() => void)[] = [];
    await page.route('**/_sandbox/requests?seq=*', async (route) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      await route.continue();
    });
    for (const seq of [1, 2]) {
      await page.evaluate(`location.hash = '#requests/${seq}?search=nothing'`);
      await expect.poll(() => waiting.length).toBe(seq);
    }
    waiting[1]?.();
    await page.locator('#r-2').waitFor();
    const late = page.waitForResponse('**/_sandbox/requests?seq=1');
    waiting[0]?.();
    await (await late).finished();
    await page.evaluate(`fetch('/favicon.svg').then(() => undefined)`);
    expect(await page.locator('.log > li').evaluateAll((all) => all.map(({ id }) => id))).toEqual(['r-2']);
    // It is in no log any more.
    await page.unroute('**/_sandbox/requests?seq=*');
    await rig.change('reset');
    await page.locator('#r-2').waitFor({ state: 'detached' });
    expect(inbox.complaints).toEqual([]);
  });

  it('keeps what somebody wrote where the sandbox does not take it, and says so', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    await rig.call('/wa/custom/sendMsg', textTo('2348030000001'));
    await using inbox = await openPage(rig.url);
    const { page } = inbox;
    await page.route('**/_sandbox/inbound*', (route) => route.abort());
    const reply = page.getByLabel('Reply as this person');
    await reply.fill('Yes');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('The sandbox does not answer.').waitFor();
    expect(await reply.inputValue()).toBe('Yes');
    await page.unroute('**/_sandbox/inbound*');
    await page.keyboard.press('Enter');
    await page.locator('.bubble.out').waitFor();
    expect([await reply.inputValue(), await page.getByRole('alert').count()]).toEqual(['', 0]);
  });

  it('finds a person and words by the address, marks them, and leads to the page that it came from if that is on this machine', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    for (const last of ['1', '2'])
      await rig.call('/wa/custom/sendMsg', textTo(`234803000000${last}`, `Please renew ${last}`));
    const from = (url: string) => `${rig.url}#conversations/2348030000001?from=${encodeURIComponent(url)}`;
    await using inbox = await openPage(from('http://127.0.0.1:9/report?file=trial.yaml'));
    const { page } = inbox;
    await page.locator('.phone').getByText('+2348030000001’s phone').waitFor();
    const back = page.getByRole('link', { name: 'Back to callsheet open' });
    expect(await back.getAttribute('href')).toBe('http://127.0.0.1:9/report?file=trial.yaml');
    const person = page.getByRole('link', { name: 'Open in callsheet open' });
    expect(await person.getAttribute('href')).toBe('http://127.0.0.1:9/people#find=2348030000001');
    await page.getByLabel('Search').fill('renew 2');
    await page.locator('.phone').getByText('Please renew 2').waitFor();
    // Marked after it is painted.
    const marked = (): Promise<unknown> => page.evaluate(`[...(CSS.highlights.get('hit') ?? [])].map(String)`);
    await expect.poll(marked).toEqual(['renew 2']);
    expect(page.url()).toContain('search=renew+2');
    for (const url of ['https://evil.example/', 'javascript:alert(1)', 'http://127.0.0.1.evil.example/']) {
      await using other = await openPage(from(url));
      await other.page.locator('.phone').waitFor();
      expect([url, await other.page.getByRole('link', { name: 'callsheet open' }).count()]).toEqual([url, 0]);
    }
    await page.goto(`${rig.url}#conversations/2348030000009`);
    await page.getByRole('heading', { name: 'No messages for +2348030000009' }).waitFor();
    expect(await page.locator('.phone').count()).toBe(0);
    expect(inbox.complaints).toEqual([]);
  });

  it('moves the clock and injects faults, and says what the sandbox refuses', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    await using inbox = await openPage(`${rig.url}#controls`);
    const { page } = inbox;
    await page.getByRole('button', { name: '+ 1h' }).click();
    await page.locator('.large').getByText('Mon 23 Nov 2026, 10:00:00').waitFor();
    await page.getByLabel('Status', { exact: true }).fill('-18');
    await page.getByLabel('Recipient').fill('*0002');
    await page.getByLabel('How often').fill('1');
    await page.getByRole('button', { name: 'Add the fault' }).click();
    await page.locator('.faults').getByText('*0002').waitFor();
    expect([await status(rig, '2348030000001'), await status(rig, '2348030000002')]).toEqual(['0', '-18']);
    await page.getByRole('button', { name: 'Remove all faults' }).click();
    await page.getByText('None: every request is answered as the service would.').waitFor();
    expect((await rig.read<{ faults: unknown[] }>('faults')).faults).toEqual([]);
    await rig.change('faults', { kind: 'http', headers: { 'retry-after': '7' } });
    await page.locator('.faults').getByText('{"retry-after":"7"}').waitFor();
    await page.getByLabel('Operation').fill('fax.send');
    await page.getByRole('button', { name: 'Add the fault' }).click();
    await page.getByRole('alert').getByText('operation: must be one of whatsapp.send, voice.redial, ').waitFor();
    // The browser itself notes that the sandbox answered 400.
    expect(inbox.complaints.filter((one) => !one.includes('400'))).toEqual([]);
  });
});

async function status(rig: SandboxRig, recipient: string): Promise<unknown> {
  return (await rig.call('/wa/custom/sendMsg', textTo(recipient))).body.status;
}
