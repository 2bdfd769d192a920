import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createCampaignRig } from '../rig/campaign-rig.ts';
import { noonZone } from '../rig/noon-zone.ts';

const key = { apiKey: 'K-hostile-key-77aa', apiSecret: 'S-hostile-secret-9f3a' };

/** What a terminal, a log or a workflow would obey, and what would look like a line of ours. */
const attack =
  '\u001b[31m\u001b]0;owned\u0007\u001b]8;;https://evil.example\u0007\b\u0000\u007f\u009b31m\u0085\r\nFORGED 1000 accepted\n::add-mask::x\u2028FORGED\u202ereversed\u200b ##[error]x @octocat #1 https://evil.example';

/** In double quotes of YAML. */
function yaml(text: string): string {
  const escaped = Array.from(text, (one) =>
    /[ !#-[\]-~]/.test(one) ? one : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `"${escaped.join('')}"`;
}

/** A service that refuses everybody, says everything back to us, and is very loud. */
async function hostileService() {
  let count = 0;
  const server = createServer((request, response) => {
    const { headers, url = '' } = request;
    const secrets = `${key.apiKey} ${key.apiSecret.toUpperCase()} ${String(headers.sign)}`;
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const named = /"(?:recipient|to)":"?(\d+)/.exec(body)?.[1] ?? '';
      const reason = `${attack} ${secrets} ${named.replace(/(\d{3})/g, '$1 ')} ${'loud '.repeat(180_000)}`;
      count++;
      if (url.includes('seat')) {
        const records = [{ name: attack, password: 'agents-password', note: secrets }];
        response.end(JSON.stringify({ status: '0', reason, data: { total: 1, pages: 1, records } }));
      } else if (url.includes('wa') && count % 3 === 0) {
        response.end(JSON.stringify({ status: '0', reason, data: { messageId: `${attack}${secrets}` } }));
      } else if (url.includes('wa') && count % 3 === 1) {
        response.writeHead(500, { 'content-type': 'text/html' }).end(reason);
      } else response.end(JSON.stringify({ status: '-131', reason }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const numbers = Array.from({ length: 12 }, (_, index) => String(2348030000001 + index));

const title = attack.slice(0, 199);
const column = 'na\u001b[31m\nFORGED\u202e';
const campaign = `
campaign: hostile
title: ${yaml(title)}
timezone: ${noonZone()}
account: { appId: sandbox-app, businessPhone: "2348000000001" }
limits: { concurrency: 4, doubts: 40 }
audiences:
  members: { file: ${yaml(`li\nst\u001b[31m\n::warning::FORGED.csv`)}, key: phone, timezone: { zone: ${noonZone()} }, where: { ${yaml(column)}: ["yes"] } }
steps:
  hello:
    title: ${yaml(title)}
    uses: whatsapp.send
    forEach: members
    with: { type: text, text: { body: "Hello {{ recipient.first_name }}" } }
  code: { uses: otp.send, forEach: members, with: { templateId: 31 } }
  agents: { uses: agents.list, with: { params: {} } }
`;

/** Rows that are left out because of their content, among those that are contacted. */
const list = [
  `phone,first_name,"${column}"`,
  ...numbers.map((number, index) => `${number},Ada${index},yes`),
  `+234 803 000 00\u001b[31m99,Eve,yes`,
  `２３４８０３００００１２３,Eve,yes`,
  `2348030000777,Eve,"no\u001b]0;owned\u0007\nFORGED"`,
  '',
].join('\n');

/** Findings that quote keys and values. */
const broken = `
campaign: broken
timezone: Africa/Lagos
${yaml(`stp\u001b[31m\nFORGED\n::error::FORGED\u202e`)}: 1
steps:
  hello:
    uses: ${yaml(`sms.\u001b]0;owned\u0007\nFORGED`)}
  ${yaml(`x\n::add-mask::${'y'.repeat(5_000)}`)}: { uses: sms.balance } # \u009b31m \u202e ##[error]x
`;

const ownColours = new RegExp(String.raw`\u001b\[(?:1|2|22|3[0-7]|39)m`, 'g');

const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u00ad\u200b\u2060\ufeff]/u;

function expectHarmless(name: string, text: string): void {
  // Line ends are ours, and so are the tabs of files.
  const line = text.replace(/\r?\n|\t/g, ' ');
  expect({ name, unseen: unseen.exec(line)?.[0] }).toEqual({ name, unseen: undefined });
  expect({ name, forged: /^\s*(?:FORGED.*|::(?!(?:error|warning) file=).*)/m.exec(text)?.[0] }).toEqual({
    name,
    forged: undefined,
  });
  expect({ name, command: /##\[\w*/.exec(text)?.[0] }).toEqual({ name, command: undefined });
  expectNoSecret(name, text);
}

/** What machines read has whole numbers, and so has what was asked for. */
function hasMasks(args: readonly string[]): boolean {
  return !/show-numbers|json|csv|junit|sarif|--jobs|call/.test(args.join(' '));
}

function expectNoSecret(name: string, text: string): void {
  const secret = /K-hostile-key|S-hostile-secret|agents-password/i.exec(text)?.[0];
  expect({ name, secret }).toEqual({ name, secret: undefined });
}

describe('a hostile service, a hostile list and a hostile campaign', () => {
  test('put nothing into terminal, files and reports but visible text of a bounded size', async () => {
    await using service = await hostileService();
    await using rig = await createCampaignRig();
    await rig.write('campaign.yaml', campaign);
    await rig.write('broken.yaml', broken);
    await rig.write('li\nst\u001b[31m\n::warning::FORGED.csv', list);
    const settings = {
      CALLSHEET_BASE_URL: service.url,
      CALLSHEET_API_KEY: key.apiKey,
      CALLSHEET_API_SECRET: key.apiSecret,
    };
    const commands: readonly (readonly string[])[] = [
      ['run', 'campaign.yaml', '--yes'],
      ['run', 'campaign.yaml', '--yes', '--run', 'x', '--format', 'json'],
      ['status', 'campaign.yaml'],
      ['status', 'campaign.yaml', '--format', 'json'],
      ['reconcile', 'campaign.yaml'],
      ['reconcile', 'campaign.yaml', '--format', 'json'],
      ...['text', 'html', 'csv', 'json', 'junit'].map((format) => ['report', 'campaign.yaml', '--format', format]),
      ...['text', 'html', 'json', 'markdown'].map((format) => [
        'plan',
        'campaign.yaml',
        '--run',
        'y',
        '--format',
        format,
      ]),
      ['plan', 'campaign.yaml', '--run', 'y', '--jobs'],
      ['plan', 'campaign.yaml', '--out', 'saved-plan.json'],
      ['plan', 'campaign.yaml', '--against', 'saved-plan.json'],
      ['why', 'campaign.yaml', '2348030000777', '--show-numbers'],
      ['why', 'campaign.yaml', numbers[0]!],
      ['why', 'campaign.yaml', numbers[0]!, '--format', 'json'],
      ['audit', 'campaign.yaml'],
      ['rehearse', 'campaign.yaml'],
      ...['pretty', 'json', 'github', 'sarif'].map((format) => [
        'check',
        'campaign.yaml',
        'broken.yaml',
        '--format',
        format,
      ]),
      ['check', 'none\n::warning::FORGED\u001b[31m.yaml'],
      ['run', 'none\n::warning::FORGED\u001b[31m.yaml'],
      [
        'call',
        'otp.send',
        '--yes',
        '--data',
        '{"appId":"sandbox-app","templateId":31,"to":"2348030000001","orderId":"o-1"}',
      ],
      ['call', 'agents.list', '--data', '{"current":1,"size":100,"params":{}}'],
      ['doctor'],
    ];
    for (const args of commands) {
      const name = args.join(' ');
      const { stdout, stderr, code } = await rig.callsheet(args, settings).ended;
      expect({ name, code: [0, 1, 2, 3, 4].includes(code ?? -1) }).toEqual({ name, code: true });
      expectHarmless(`${name}: stdout`, stdout);
      expectHarmless(`${name}: stderr`, stderr);
      // Each of some 50 answers has 900 kB. `call` alone shows one answer whole.
      const most = args[0] === 'call' ? 2_000_000 : 500_000;
      expect({ name, size: stdout.length + stderr.length < most }).toEqual({ name, size: true });
      const shownNumber = hasMasks(args) ? /803\D{0,3}000\D{0,3}0\d/.exec(stdout + stderr)?.[0] : undefined;
      expect({ name, shownNumber }).toEqual({ name, shownNumber: undefined });
      if (args.includes('json') && args[0] !== 'run' && args[0] !== 'reconcile') JSON.parse(stdout);
      if (args.includes('json') && args[0] === 'run') for (const line of stdout.trim().split('\n')) JSON.parse(line);
    }
    for (const command of ['plan', 'check']) {
      const coloured = { ...settings, NO_COLOR: undefined, FORCE_COLOR: '1' };
      const { stdout } = await rig.process([command, 'campaign.yaml'], coloured).ended;
      expect(stdout).toMatch(ownColours);
      expectHarmless(`${command} in colours`, stdout.replaceAll(ownColours, ''));
    }
    expectHarmless('saved-plan.json', await readFile(join(rig.folder, 'saved-plan.json'), 'utf8'));
    const kept = Object.entries(await rig.artefacts()).filter(([name]) => name.startsWith('.callsheet/'));
    expect(kept.length).toBeGreaterThan(2);
    for (const [name, text] of kept) {
      expectNoSecret(name, text);
      expect({ name, size: text.length < 1_000_000 }).toEqual({ name, size: true });
      expect({ name, raw: text.includes('\u001b]') || text.includes('\u001b[31m') }).toEqual({ name, raw: false });
      if (name.endsWith('.ndjson') || name.endsWith('.log'))
        expectHarmless(name, Buffer.from(text, 'latin1').toString());
    }
  }, 300_000);
});
