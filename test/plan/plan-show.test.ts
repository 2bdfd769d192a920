import { describe, expect, test } from 'vitest';
import { plan } from '../../src/cli/commands/plan.ts';
import { why } from '../../src/cli/commands/why.ts';
import type { Show } from '../../src/cli/options/shared-options.ts';
import { parseArguments } from '../../src/cli/parse-arguments.ts';
import { commandHost } from '../rig/command-host.ts';
import { memoryFiles } from '../rig/memory-files.ts';

const now = Date.parse('2026-11-23T08:30:00+01:00');
const silence = Buffer.from('RIFF\0\0\0\0WAVE').toString('latin1');

const campaign = `campaign: tiny
title: A tiny campaign
timezone: Africa/Lagos
starts: 2026-11-23 09:00
env: [SHOP]
account: { appId: sandbox-app, businessPhone: "2348000000001" }
vars: { hotline: "0800 555 1234" }
audiences:
  members: { file: members.csv, key: phone, lastInbound: last }
steps:
  greeting: { uses: audio.upload, with: { file: hello.wav } }
  redial:
    uses: voice.redial
    needs: greeting
    with: { taskId: 1001, source: 1, voiceFileId: "{{ steps.greeting.fileId }}", hangUpSms: 1, smsAppId: app, smsContent: "We called." }
  speech: { uses: voice.redial, with: { taskId: 1004, source: 3, lan: EN, text: "Good day.\\nPlease call us." } }
  hello:
    title: First message
    uses: whatsapp.send
    forEach: members
    with:
      type: interactive
      interactive:
        type: button
        header: { type: text, text: "For {{ recipient.name }}" }
        body: { text: "Call {{ vars.hotline }}, not {{ recipient.other }}.\\nOr go to {{ env.SHOP }}." }
        action: { buttons: [{ type: reply, reply: { id: a, title: "Yes" } }, { type: reply, reply: { id: b, title: "No" } }] }
  fallback:
    uses: otp.send
    needs: hello
    forEach: { audience: members, onlyIf: { step: hello, outcome: rejected } }
    with: { templateId: 31 }
  pause: { uses: aivoice.pause, needs: hello, runs: on-failure, with: { jobId: 2001 } }
  funds: { uses: sms.balance }
`;
const members = `phone,name,other,last
2348000000011,Ada,2348000000077,2026-11-23T06:00:00Z
2348000000012,عُبي,2348000000078,2026-11-23T06:00:00Z
2348000000013,Eve,2348000000079,
`;

function host(list = members) {
  const files = memoryFiles({ 'tiny.yaml': campaign, 'members.csv': list, 'hello.wav': silence }, process.cwd());
  return commandHost({ now, files, env: { SHOP: 'shop.example/spring-code' } });
}
type Format = 'text' | 'json' | 'markdown' | 'html';
async function shown(
  show: Show | undefined,
  format: Format = 'text',
  showNumbers = false,
  list = members,
): Promise<string> {
  const { host: here, out, err } = host(list);
  const options = { format, jobs: false, input: [], file: 'tiny.yaml', showNumbers };
  const code = await plan(show === undefined ? options : { ...options, show }, here);
  return code === 0 ? out() : `${code}: ${err()}`;
}

describe('callsheet plan --show', () => {
  test('prints one message of each step as people will read it', async () => {
    const text = await shown({ count: 1 });
    expect(text.replace(/tzdata .*/, 'tzdata')).toMatchInlineSnapshot(`
      "A tiny campaign: plan  tiny, run 2026-11-23
      planned Mon 23 Nov 2026, 08:30 · times are Africa/Lagos · tzdata

      greeting  audio.upload, Mon 23 Nov 09:00
        │ audio: hello.wav
        │ name at the service: hello-0b3a90f4e823.wav

      redial  voice.redial, Mon 23 Nov 09:00
        │ calls again the people of task: 1001
        │ plays file: ‹fileId of greeting›
        │ SMS after the call
        │ We called.
        not known yet, shown as ‹…›: \`steps.greeting.fileId\`

      speech  voice.redial, Mon 23 Nov 09:00
        │ calls again the people of task: 1004
        │ Good day.
        │ Please call us.
        │ language: EN

      First message (hello)  whatsapp.send, button, to 234…0011, Mon 23 Nov 09:00
        │ For Ada
        │ Call 0800 555 1234, not 234…0077.
        │ Or go to shop.example/spring-code.
        │ [Yes]  [No]

      fallback  otp.send, to 234…0011
        │ template: 31
        only if \`hello\` is rejected for them
        the service writes the text from its template

      pause  aivoice.pause
        │ AI voice job: 2001
        only if something fails

      funds  sms.balance, Mon 23 Nov 09:00
        asks the account; nobody is contacted
      "
    `);
  });

  test('prints so many of each step, and numbers whole when asked', async () => {
    const text = await shown({ count: 5 }, 'text', true);
    expect(text.split('\n').filter((line) => line.includes(', to ') || line.includes('Call '))).toMatchInlineSnapshot(`
      [
        "First message (hello)  whatsapp.send, button, to 2348000000011, Mon 23 Nov 09:00",
        "  │ Call 0800 555 1234, not 2348000000077.",
        "First message (hello)  whatsapp.send, button, to 2348000000012, Mon 23 Nov 09:00",
        "  │ Call 0800 555 1234, not 2348000000078.",
        "fallback  otp.send, to 2348000000011",
        "fallback  otp.send, to 2348000000012",
      ]
    `);
  });

  test('prints everything that one person gets, and why they do not get the rest', async () => {
    expect((await shown({ number: '+234 800 000 0013' })).split('\n').slice(3)).toMatchInlineSnapshot(`
      [
        "First message (hello)  whatsapp.send, to 234…0013",
        "  will not be sent: they have never messaged you, so no WhatsApp session is open",
        "",
        "fallback  otp.send, to 234…0013",
        "  will not be sent: step \`hello\` had a different outcome for them",
        "",
      ]
    `);
    expect((await shown({ number: '2348000000012' })).split('\n').slice(3)).toMatchInlineSnapshot(`
      [
        "First message (hello)  whatsapp.send, button, to 234…0012, Mon 23 Nov 09:00",
        "  │ For عُبي",
        "  │ Call 0800 555 1234, not 234…0078.",
        "  │ Or go to shop.example/spring-code.",
        "  │ [Yes]  [No]",
        "",
        "fallback  otp.send, to 234…0012",
        "  │ template: 31",
        "  only if \`hello\` is rejected for them",
        "  the service writes the text from its template",
        "",
      ]
    `);
    expect(await shown({ number: '2348000000099' })).toBe('2: 234…0099 is in no audience of this campaign\n');
  });

  test('adds whole requests to the JSON, files by name, and nothing without it', async () => {
    const { samples, ...rest } = JSON.parse(await shown({ count: 1 }, 'json')) as { samples: { step: string }[] };
    expect(JSON.parse(await shown(undefined, 'json'))).toEqual(rest);
    expect(samples.filter(({ step }) => ['greeting', 'redial', 'fallback'].includes(step))).toMatchInlineSnapshot(`
      [
        {
          "address": "greeting",
          "at": "2026-11-23T09:00:00+01:00",
          "files": {
            "file": "hello.wav",
          },
          "reason": "starts",
          "request": {
            "fileName": "hello-0b3a90f4e823.wav",
          },
          "step": "greeting",
        },
        {
          "address": "redial",
          "at": "2026-11-23T09:00:00+01:00",
          "open": [
            "steps.greeting.fileId",
          ],
          "reason": "starts",
          "request": {
            "allowSendTime": [
              {
                "endTime": "20:00",
                "strTime": "09:00",
              },
            ],
            "appId": "sandbox-app",
            "hangUpSms": 1,
            "smsAppId": "app",
            "smsContent": "We called.",
            "source": 1,
            "taskId": 1001,
            "taskName": "tiny-redial-e39be460b5b9b464",
            "voiceFileId": "‹fileId of greeting›",
          },
          "step": "redial",
        },
        {
          "address": "fallback[2348000000011]",
          "at": null,
          "reason": "depends:hello",
          "request": {
            "appId": "sandbox-app",
            "orderId": "c1-e122c382a13ec04d0a34bb67c342166692c52e92",
            "templateId": 31,
            "to": "2348000000011",
          },
          "step": "fallback",
        },
      ]
    `);
  });

  test('takes a count or a number after the file, and no file', async () => {
    const { host: here, err } = host();
    expect(await parseArguments(['plan', '--show', 'tiny.yaml'], here)).toBe(2);
    expect(err().split('\n')[0]).toBe(
      "error: option '--show [count|number]' argument 'tiny.yaml' is invalid. Use a count or a recipient’s number; the campaign file comes before --show.",
    );
  });
});

describe('the messages of a plan', () => {
  test('are in Markdown, of up to three people of each step, where they differ, with variables of the environment by name', async () => {
    const text = await shown(undefined, 'markdown');
    expect(text).not.toContain('spring-code');
    expect(/<details><summary>Messages.*?<\/details>/s.exec(text)?.[0]).toMatchInlineSnapshot(`
      "<details><summary>Messages</summary>

      **greeting** audio.upload, Mon 23 Nov 09:00

      > audio: hello.wav  
      > name at the service: \`hello-0b3a90f4e823.wav\`  

      **redial** voice.redial, Mon 23 Nov 09:00

      > calls again the people of task: 1001  
      > plays file: ‹fileId of greeting›  
      > SMS after the call  
      > We called.  

      - not known yet, shown as ‹…›: \`steps.greeting.fileId\`

      **speech** voice.redial, Mon 23 Nov 09:00

      > calls again the people of task: 1004  
      > Good day.  
      > Please call us.  
      > language: EN  

      **First message (hello)** whatsapp.send, button, to 234…0011, Mon 23 Nov 09:00

      > For Ada  
      > Call 0800 555 1234, not 234…0077.  
      > Or go to ‹SHOP›.  
      > \`Yes\`  
      > \`No\`  

      **First message (hello)** whatsapp.send, button, to 234…0012, Mon 23 Nov 09:00

      > For عُبي  
      > Call 0800 555 1234, not 234…0078.  
      > Or go to ‹SHOP›.  
      > \`Yes\`  
      > \`No\`  

      **fallback** otp.send, to 234…0011

      > template: 31  

      - only if \`hello\` is rejected for them
      - the service writes the text from its template

      **pause** aivoice.pause

      > AI voice job: 2001  

      - only if something fails

      **funds** sms.balance, Mon 23 Nov 09:00

      - asks the account; nobody is contacted

      </details>"
    `);
  });

  test('are on the page, as text in its own direction, without a script', async () => {
    const page = await shown({ number: '2348000000012' }, 'html');
    expect(page).not.toContain('spring-code');
    expect(/<div class="grid">.*<\/div>/.exec(page)?.[0].replaceAll('><', '>\n<')).toMatchInlineSnapshot(`
      "<div class="grid">
      <article class="chat">
      <h3>
      <b>
      <bdi>First message (hello)</bdi>
      </b> <small>
      <span class="unbroken">whatsapp.send</span>, <span class="unbroken">button</span>, <span class="unbroken">to 234…0012</span>, <span class="unbroken">Mon 23 Nov 09:00</span>
      </small>
      </h3>
      <div class="bubble">
      <p dir="auto">
      <b>For عُبي</b>
      </p>
      <p dir="auto">Call 0800 555 1234, not 234…0078.<br>Or go to ‹SHOP›.</p>
      <p class="tap" dir="auto">Yes</p>
      <p class="tap" dir="auto">No</p>
      </div>
      </article>
      <article class="chat">
      <h3>
      <b>
      <bdi>fallback</bdi>
      </b> <small>
      <span class="unbroken">otp.send</span>, <span class="unbroken">to 234…0012</span>
      </small>
      </h3>
      <div class="bubble">
      <p>
      <small>template</small> 31</p>
      </div>
      <p class="small soft">only if <code>hello</code> is rejected for them</p>
      <p class="small soft">the service writes the text from its template</p>
      </article>
      </div>"
    `);
  });
});

test('why has the variables of the environment as the person will read them', async () => {
  const { host: here, out } = host();
  expect(await why({ format: 'json', input: [], file: 'tiny.yaml', key: '2348000000011' }, here)).toBe(0);
  const { steps } = JSON.parse(out()) as { steps: { step: string; request?: object }[] };
  expect(steps.map(({ step, request }) => [step, request])).toMatchObject([
    [
      'hello',
      { interactive: { body: { text: 'Call 0800 555 1234, not 2348000000077.\nOr go to shop.example/spring-code.' } } },
    ],
    ['fallback', undefined],
  ]);
});

test('a cell is text in each format, whatever is in it', async () => {
  const name = '\u001b[31m</p><img src=x> @everyone\u202e';
  const list = members.replace('Ada', name);
  const lineOf = async (format: Format) =>
    (await shown({ count: 1 }, format, false, list)).split('\n').find((line) => line.includes('@everyone'));
  expect(await lineOf('text')).toBe('  │ For \\u001b[31m</p><img src=x> @everyone\\u202e');
  expect(await lineOf('markdown')).toBe('> For `\\u001b[31m</p><img` `src=x>` `@everyone\\u202e`  ');
  const page = await lineOf('html');
  expect(page).toContain('<p dir="auto"><b>For \\u001b[31m&lt;/p&gt;&lt;img src=x&gt; @everyone\\u202e</b></p>');
});
