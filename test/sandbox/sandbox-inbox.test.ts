import { describe, expect, it } from 'vitest';
import { screenFindings } from '../rig/axe.ts';
import { browserPath, openPage } from '../rig/browser.ts';
import { mondayMorning, type SandboxRig, sandboxRig, textTo } from '../rig/sandbox.ts';
import { requests } from '../rig/service-requests.ts';

if (browserPath === undefined)
  process.stderr.write('no chromium on this machine: the tests of the inbox page are skipped\n');

const tabs = ['conversations', 'requests', 'calls', 'codes', 'uploads', 'balance', 'controls'];

describe.skipIf(browserPath === undefined)('the inbox page', () => {
  it('shows a message in the moment in which it is accepted, and starts over after a reset', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    await using inbox = await openPage(rig.url);
    const { page } = inbox;
    await page.getByText('Nobody has been written to yet').waitFor();
    await rig.call('/wa/custom/sendMsg', textTo('2348030000001', 'Hello Ada'));
    await page.locator('.phone').getByText('Hello Ada').waitFor();
    await rig.call('/wa/custom/sendMsg', textTo('2348030000002', 'Hello Ben'));
    await page.locator('.items').getByText('Hello Ben').waitFor();
    expect(await page.locator('.items .who b').allTextContents()).toEqual(['+2348030000002', '+2348030000001']);
    expect(await page.locator('.top time').textContent()).toBe('Mon 23 Nov 2026, 09:00:00, Africa/Lagos');
    await rig.change('reset');
    await page.getByText('Nobody has been written to yet').waitFor();
    expect(inbox.complaints).toEqual([]);
  });

  it('shows every kind of message as a phone would', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    for (const { operation, body } of Object.values(requests)) {
      if (operation !== 'whatsapp.send') continue;
      const answer = await rig.call('/wa/custom/sendMsg', { ...body, appId: 'sandbox-app' });
      expect(answer.body.status).toBe('0');
    }
    await using inbox = await openPage(rig.url);
    const phone = inbox.page.locator('.phone ol');
    await phone.getByText('Dr Ada N. Obi').waitFor();
    const bubbles = await phone.locator('.bubble').evaluateAll((all) =>
      all.map((bubble) =>
        bubble.textContent
          ?.replaceAll(/\s+/g, ' ')
          .replace(/09:00$/, '')
          .trim(),
      ),
    );
    expect(bubbles).toEqual([
      '↩ wamid.1Hello Ada',
      '🖼a.jpgOffer',
      '▶a.mp3',
      '▶a.mp4Tour',
      '🙂a.webp',
      'PDFa.pdfhttps://cdn.example/a.pdfTerms',
      '📍Office1 Marina6.5244, 3.3792',
      'SpringHow can we help?Reply STOP to leave☰ Choose',
      'SpringRenew?Reply STOP to leaveYesNo',
      'Where shall we deliver?📍 Send location',
      'Three ways to renew🖼gold.jpgGold↗ Renew▶blue.mp4BlueBlueNone🖼red.jpgRedRed',
      'DDr Ada N. ObiHead, Example Ltd+2348000000003ada@example.com',
    ]);
    await phone.getByRole('button', { name: 'Choose' }).click();
    expect(await phone.locator('.section').textContent()).toBe('PlansGoldEverything');
    // It has named links and pictures, and fetched none of them.
    expect(inbox.complaints).toEqual([]);
  });

  it('takes everything that came over the wire for text', async () => {
    await using rig = await sandboxRig();
    const hostile =
      '<img src=x onerror="document.title=1"><script>document.title=2</script><b>bold</b> {{7*7}} ${7*7} javascript:alert(1)';
    await rig.call('/wa/custom/sendMsg', textTo('2348030000001', hostile));
    await rig.call('/wa/custom/sendMsg', {
      ...textTo('2348030000001'),
      type: 'document',
      document: { link: 'https://cdn.example/"onload="x', filename: hostile.slice(0, 40), caption: hostile },
    });
    await rig.change('inbound', { recipient: '2348030000001', text: hostile });
    await using inbox = await openPage(rig.url);
    const { page } = inbox;
    await page.locator('.bubble.out').waitFor();
    expect(await page.locator('.bubble.in p').first().textContent()).toBe(hostile);
    expect(await page.locator('.bubble.out p').textContent()).toBe(hostile);
    expect(await page.locator('main img, main script, main ol a, main b:text-is("bold")').count()).toBe(0);
    expect(await page.title()).toBe('Callsheet sandbox');
    expect(inbox.complaints).toEqual([]);
    const { headers } = await rig.call('/');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  });

  it('shows formatting and links of WhatsApp, and text in its own direction', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    const recipient = '2348030000001';
    await rig.call('/wa/custom/sendMsg', textTo(recipient, 'Dear *Ada _Obi_*, see https://example.com/a?b=1. <b>&'));
    await rig.call('/wa/custom/sendMsg', textTo(recipient, 'مرحبا *آدا*.'));
    await using inbox = await openPage(rig.url);
    const { page } = inbox;
    const words = page.locator('.bubble p');
    await words.nth(1).waitFor();
    expect(await words.first().innerHTML()).toBe(
      'Dear <strong>Ada <em>Obi</em></strong>, see <a href="https://example.com/a?b=1" target="_blank" rel="noopener noreferrer">https://example.com/a?b=1</a>. &lt;b&gt;&amp;',
    );
    expect(await page.evaluate(`getComputedStyle(document.querySelectorAll('.bubble p')[1]).direction`)).toBe('rtl');
    expect(await page.locator('.items .cut').textContent()).toBe('مرحبا آدا.');
    expect(inbox.complaints).toEqual([]);
  });

  it('shows a document as a bubble whose caption is as wide as its file', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    const link = 'https://cdn.example/terms.pdf';
    const document = { link, filename: 'terms.pdf', caption: 'The terms of your membership' };
    await rig.call('/wa/custom/sendMsg', { ...textTo('2348030000001'), type: 'document', document });
    await using inbox = await openPage(rig.url);
    const bubble = inbox.page.locator('.bubble');
    await bubble.waitFor();
    await inbox.page.evaluate(`Promise.all(document.getAnimations().map((one) => one.finished))`);
    const [file, caption] = [
      await bubble.locator('.attachment').boundingBox(),
      await bubble.locator('p').boundingBox(),
    ];
    expect(caption!.y).toBeGreaterThanOrEqual(file!.y + file!.height);
    expect(caption!.height).toBeLessThan(30);
    expect(await inbox.page.evaluate(`getComputedStyle(document.querySelector('.bubble')).backgroundColor`)).toBe(
      'rgb(255, 255, 255)',
    );
  });

  it('keeps what two business numbers write to one person apart, and quotes the words that are answered', async () => {
    const businessNumbers = ['2348000000001', '2348000000002'].map((number) => ({ number, state: 'normal' as const }));
    await using rig = await sandboxRig({ world: { ...mondayMorning, businessNumbers } });
    const recipient = '2348030000001';
    const first = await rig.call('/wa/custom/sendMsg', textTo(recipient, 'Do you *renew*?'));
    const refMessageId = (first.body.data as { messageId: string }).messageId;
    await rig.call('/wa/custom/sendMsg', { ...textTo(recipient, 'Please tell us'), context: { refMessageId } });
    await rig.call('/wa/custom/sendMsg', { ...textTo(recipient, 'Your code is 1'), businessPhone: '2348000000002' });
    await using inbox = await openPage(rig.url);
    const { page } = inbox;
    await page.locator('.items .who').nth(1).waitFor();
    const people = await page.locator('.items .who').allInnerTexts();
    expect(people.map((text) => text.split('\n').filter(Boolean))).toEqual([
      ['+2348030000001', 'from +2348000000002', 'Your code is 1'],
      ['+2348030000001', 'from +2348000000001', 'Please tell us'],
    ]);
    await page.locator('.items button').nth(1).click();
    await page.locator('.phone').getByText('+2348030000001’s phone').waitFor();
    expect(await page.locator('.phone p').allTextContents()).toEqual(['Do you renew?', 'Please tell us']);
    expect(await page.locator('.phone .quote').allTextContents()).toEqual(['↩ Do you renew?']);
    await page.getByLabel('Reply as this person').fill('Yes');
    await page.keyboard.press('Enter');
    await page.locator('.bubble.out').waitFor();
    const { inbound } = await rig.read<{ inbound: { businessPhone: string }[] }>('messages');
    expect(inbound.map(({ businessPhone }) => businessPhone)).toEqual(['2348000000001']);
    expect(inbox.complaints).toEqual([]);
  });

  it('labels the axis of the balance with values that the account has had', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    for (const last of ['1', '2']) await rig.call('/wa/custom/sendMsg', textTo(`234803000000${last}`));
    await using inbox = await openPage(`${rig.url}#balance`);
    await inbox.page.locator('span.level').first().waitFor();
    const { funds } = (await rig.read<{ funds: { available: string }[] }>('ledger')) ?? {};
    expect(await inbox.page.locator('span.level').allTextContents()).toEqual([
      funds[0]?.available,
      funds.at(-1)?.available,
    ]);
  });

  it('goes through its tabs with the arrow keys', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    await using inbox = await openPage(rig.url);
    const { page } = inbox;
    await page.getByRole('tab', { name: 'conversations' }).focus();
    const seen: (string | undefined)[] = [];
    for (const key of ['ArrowRight', 'ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home']) {
      await page.keyboard.press(key);
      const focused = await page.evaluate<string>('document.activeElement.id');
      const panel = page.getByRole('tabpanel', { name: new RegExp(focused.replace('tab-', '')) });
      expect(await panel.count()).toBe(1);
      seen.push(focused);
    }
    expect(seen).toEqual([
      'tab-requests',
      'tab-calls',
      'tab-controls',
      'tab-conversations',
      'tab-controls',
      'tab-conversations',
    ]);
    // One stop for the Tab key among the tabs, and the next one is what they show.
    await page.keyboard.press('Tab');
    expect(await page.evaluate<string>('document.activeElement.id')).toBe('view');
    // A screen reader says what is in here whenever it changes: not the clock.
    expect(await page.getByRole('status').allTextContents()).toEqual(['live']);
  });

  it('is good on every screen, light and dark, in every tab', async () => {
    await using rig = await sandboxRig({ world: { ...mondayMorning, calls: { each: '12m' } } });
    for (const { operation, body } of Object.values(requests))
      if (operation === 'whatsapp.send') await rig.call('/wa/custom/sendMsg', { ...body, appId: 'sandbox-app' });
    await rig.call('/wa/custom/sendMsg', textTo('2348000000002', '*Hello* at https://example.com'));
    await rig.change('inbound', { recipient: '2348000000002', text: 'Thanks, https://example.org' });
    const allowSendTime = [{ strTime: '09:30', endTime: '18:00' }];
    const redial = { taskId: 1001, taskName: 'again', source: 1, voiceFileId: 'f', allowSendTime };
    await rig.call('/voice/group/call/resend', redial);
    for (const last of ['1', '2', '3']) {
      const code = {
        templateId: 31,
        to: `234803000000${last}`,
        orderId: `spring-renewal-2026-11-23-codes-for-all-${last}`,
      };
      await rig.call('/otp/verification/send', { appId: 'sandbox-app', ...code });
    }
    await rig.call('/voice/fileUpload', { fileName: 'tone.wav', file: tone().toString('base64') });
    for (const tab of tabs) {
      await using inbox = await openPage(`${rig.url}#${tab}`, { viewport: { width: 390, height: 844 } });
      const { page } = inbox;
      if (tab === 'conversations') {
        await page.locator('.items button').first().click();
        await page.getByRole('button', { name: 'Choose' }).click();
      } else await page.locator(`.${tab}`).waitFor();
      if (tab === 'requests') await page.locator('.log button').first().click();
      // Bubbles arrive with a movement, and are half transparent until then.
      await page.evaluate(`Promise.all(document.getAnimations().map((one) => one.finished))`);
      expect({ tab, findings: await screenFindings(page, '.cards') }).toEqual({ tab, findings: [] });
    }
  });

  it('lets one write and tap as the recipient, which opens the session', async () => {
    await using rig = await sandboxRig({ world: { ...mondayMorning, sessions: { default: 'closed' } } });
    await rig.change('inbound', { recipient: '2348030000001', text: 'Hello?' });
    const { body } = requests.button;
    await rig.call('/wa/custom/sendMsg', { ...body, appId: 'sandbox-app', recipient: '2348030000001' });
    await rig.change('clock', { advance: '30h' });
    expect(await status(rig, '2348030000001')).toBe('-131');
    await using inbox = await openPage(rig.url);
    const { page } = inbox;
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await page.locator('.bubble.out').getByText('Yes').waitFor();
    expect(await status(rig, '2348030000001')).toBe('0');
    await page.getByLabel('Reply as this person').fill('Thank you');
    await page.keyboard.press('Enter');
    await page.locator('.bubble.out').getByText('Thank you').waitFor();
    const { inbound } = await rig.read<{ inbound: { text: string }[] }>('messages');
    expect(inbound.map(({ text }) => text)).toEqual(['Hello?', 'Yes', 'Thank you']);
    expect(inbox.complaints).toEqual([]);
  });

  it('shows calls and their periods on a day line, codes, uploads that play, and money', async () => {
    await using rig = await sandboxRig({ world: { ...mondayMorning, calls: { each: '12m' } } });
    const allowSendTime = [
      { strTime: '09:30', endTime: '10:00' },
      { strTime: '14:00', endTime: '18:00' },
    ];
    await rig.call('/voice/group/call/resend', {
      taskId: 1001,
      taskName: 'again',
      source: 1,
      voiceFileId: 'f',
      allowSendTime,
    });
    await rig.call('/otp/verification/send', {
      appId: 'sandbox-app',
      templateId: 31,
      to: '2348030000001',
      orderId: 'o-1',
    });
    await rig.call('/voice/fileUpload', { fileName: 'tone.wav', file: tone().toString('base64') });
    await rig.change('clock', { to: '2026-11-23T14:30:00+01:00' });
    await using inbox = await openPage(rig.url);
    const { page } = inbox;
    await page.getByRole('tab', { name: /calls/ }).click();
    const titles = (selector: string): Promise<(string | null)[]> =>
      page.locator(selector).evaluateAll((all) => all.map((one) => one.getAttribute('title')));
    await page.locator('.dayline').waitFor();
    expect(await titles('.track .pending')).toEqual([
      'again: 09:30 to 10:00, 120 numbers',
      'again: 14:00 to 15:54, 120 numbers',
    ]);
    expect(await titles('.track .open')).toContain('again may call from 14:00 to 18:00');
    expect(await titles('.track .now')).toEqual(['Mon 23 Nov 2026, 14:30:00']);
    expect(await page.locator('tbody tr').first().textContent()).toMatch(
      /^100001 redial of 1001\s*again\s*running\s*50 of 120$/,
    );
    await page.keyboard.press('4');
    const { codes } = await rig.read<{ codes: { code: string }[] }>('codes');
    expect(await page.locator('.digits').allTextContents()).toEqual([codes[0]?.code]);
    await page.keyboard.press('5');
    const length = await page.evaluate<number>(`(async () => {
      const audio = document.querySelector('audio');
      audio.muted = true;
      await audio.play();
      return audio.duration;
    })()`);
    expect(length).toBe(0.5);
    await page.keyboard.press('6');
    expect(await page.locator('.figures').textContent()).toBe(
      'Available1049.995Balance1000Gift49.995Credit0Messages0Codes1Uploads1Backfills0',
    );
    expect(await page.getByRole('img', { name: 'Available funds, 1049.995 now' }).count()).toBe(1);
    expect(inbox.complaints).toEqual([]);
  });

  it('searches words and numbers, and goes by keyboard alone', async () => {
    await using rig = await sandboxRig();
    for (const last of ['1', '2', '3'])
      await rig.call('/wa/custom/sendMsg', textTo(`234803000000${last}`, `Word ${last}`));
    await using inbox = await openPage(rig.url);
    const { page } = inbox;
    const people = page.locator('.items .who b');
    await people.first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('WORD 2');
    await page.locator('.phone').getByText('Word 2').waitFor();
    expect(await people.allTextContents()).toEqual(['+2348030000002']);
    await page.keyboard.press('Escape');
    await page.waitForFunction(`document.querySelectorAll('.items .who').length === 3`);
    await page.locator('.items button').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('.phone').getByText('Word 2').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator('.phone').getByText('Word 1').waitFor();
    expect(await page.evaluate<string>('document.activeElement.id')).toBe('c-2348000000001-2348030000001');
    await page.keyboard.press('/');
    await page.keyboard.type('2348030009999');
    await page.getByText('Nothing found').waitFor();
    expect(inbox.complaints).toEqual([]);
  });

  it('keeps the newest two thousand messages, and finds older ones by their number', async () => {
    await using rig = await sandboxRig();
    await rig.call('/wa/custom/sendMsg', textTo('2348030099999', 'The very first'));
    for (let sent = 0; sent < 2000; sent += 100) {
      const batch = Array.from({ length: 100 }, (_, at) => textTo(`23480300${10_001 + sent + at}`));
      await Promise.all(batch.map((body) => rig.call('/wa/custom/sendMsg', body)));
    }
    await using inbox = await openPage(rig.url);
    const { page } = inbox;
    await page.getByText('and more: search for a number').waitFor();
    await page.getByLabel('Search').fill('2348030099999');
    await page.locator('.phone').getByText('The very first').waitFor();
    expect(await page.getByRole('tab', { name: /conversations/ }).textContent()).toBe('conversations 2,001');
    expect(inbox.complaints).toEqual([]);
  });

  it('fits a narrow screen: the list, then one conversation, and back', async () => {
    await using rig = await sandboxRig();
    await rig.call('/wa/custom/sendMsg', textTo('2348030000001', `Hello ${'x'.repeat(300)}`));
    await using inbox = await openPage(rig.url, { viewport: { width: 360, height: 640 } });
    const { page } = inbox;
    await page.locator('.items button').click();
    await page.locator('.phone .bubble').waitFor();
    expect(await page.locator('.items').isVisible()).toBe(false);
    await page.getByRole('button', { name: '‹ All' }).click();
    expect(await page.locator('.items').isVisible()).toBe(true);
    for (const tab of tabs) {
      const button = page.getByRole('tab', { name: new RegExp(tab) });
      const box = (await button.boundingBox())!;
      expect({ tab, isOnScreen: box.x >= 0 && box.x + box.width <= 360 }).toEqual({ tab, isOnScreen: true });
      await button.click();
      expect([tab, await page.evaluate<number>('document.documentElement.scrollWidth')]).toEqual([tab, 360]);
    }
    expect(inbox.complaints).toEqual([]);
  });

  it('is dark where the system is', async () => {
    await using rig = await sandboxRig();
    const background = async (colorScheme: 'light' | 'dark'): Promise<string> => {
      await using inbox = await openPage(rig.url, { colorScheme });
      return await inbox.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    };
    expect([await background('light'), await background('dark')]).toEqual(['rgb(251, 251, 250)', 'rgb(18, 20, 19)']);
  });
});

async function status(rig: SandboxRig, recipient: string): Promise<unknown> {
  return (await rig.call('/wa/custom/sendMsg', textTo(recipient))).body.status;
}

/** Half a second of a sine, as WAV. */
function tone(): Buffer {
  const samples = 4000;
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF');
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(8000, 24);
  wav.writeUInt32LE(16_000, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at++) wav.writeInt16LE(Math.round(8000 * Math.sin(at / 3)), 44 + at * 2);
  return wav;
}
