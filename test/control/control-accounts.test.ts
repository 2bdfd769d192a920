import { createHash } from 'node:crypto';
import { chmod, readFile } from 'node:fs/promises';
import { get } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CampaignRig, createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';
import { rawRequest } from '../rig/raw-request.ts';
import { selfSigned } from '../rig/self-signed.ts';

const members = people(2);
const noteArguments = fileURLToPath(new URL('../rig/note-arguments.cjs', import.meta.url));
const publicHost = 'callsheet.example.com';
const tokens = { ada: 'token-of-ada', ben: 'token-of-ben' };

const accounts = (rows: readonly object[]): string => JSON.stringify({ accounts: rows });
const token = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const team = [
  { name: 'Ada Obi', role: 'operator', token: token(tokens.ada) },
  { name: 'Ben', role: 'viewer', token: token(tokens.ben) },
];

let rig: CampaignRig;
/** Ports of a control room behind a proxy at this machine's address, and of one whose proxy is elsewhere. */
let [near, far] = [0, 0];

const writeAccounts = async (rows: readonly object[], mode = 0o600): Promise<void> => {
  await rig.write('accounts.json', accounts(rows));
  await chmod(join(rig.folder, 'accounts.json'), mode);
};

async function openRoom(...more: readonly string[]): Promise<number> {
  const given = ['--public-url', `https://${publicHost}`, '--accounts', 'accounts.json', '--allow-actions'];
  const noting = { ARGUMENTS: join(rig.folder, 'arguments'), NODE_OPTIONS: `--require ${noteArguments}` };
  const child = rig.process(['open', 'campaign.yaml', ...given, ...more], noting);
  expect((await child.line(/^https:.*$/))[0]).toBe(`https://${publicHost}/`);
  const [, port] = await child.line(/^Listening on 127\.0\.0\.1, port (\d+)\. /);
  return Number(port);
}

beforeAll(async () => {
  rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(whatsappStep);
  await rig.write('contacts.yaml', 'project: shop\n');
  await writeAccounts(team);
  const header = ['--account-header', 'X-Forwarded-User', '--proxy'];
  near = await openRoom(...header, '127.0.0.1');
  far = await openRoom(...header, '192.0.2.1');
});

afterAll(() => rig?.[Symbol.asyncDispose]());

type Headers = Readonly<Record<string, string>>;

const as = (name: string): Headers => ({ host: publicHost, 'x-forwarded-user': name });
const withToken = (text: string): Headers => ({ host: publicHost, authorization: `Bearer ${text}` });

async function read(headers: Headers, path = '/api/room', port = near) {
  const { status, text } = await rawRequest({ port, path, headers });
  return { status, value: JSON.parse(text) as Record<string, unknown> };
}

async function post(headers: Headers, path: string, body: object, port = near) {
  const { status, text } = await rawRequest({
    port,
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status, value: JSON.parse(text) as Record<string, unknown> };
}

const refused = (status: number, words: string) => ({ status, value: { refused: words } });

describe('an account', () => {
  test('is named by the proxy, and by nobody else', async () => {
    expect(await read(as('Ada Obi'))).toMatchObject({ status: 200, value: { account: 'Ada Obi', allowActions: true } });
    expect(await read(as('Ben'))).toMatchObject({ status: 200, value: { account: 'Ben', allowActions: false } });
    expect(await read(as('Ada Obi'), '/api/room', far)).toEqual(refused(403, 'Only the proxy may say who asks.'));
    // A right token does not make the name true.
    const both = { ...as('Ada Obi'), ...withToken(tokens.ben) };
    expect(await read(both, '/api/room', far)).toEqual(refused(403, 'Only the proxy may say who asks.'));
    await writeAccounts([...team, { name: 'Zoë Žák', role: 'viewer' }]);
    const inBytes = Buffer.from('Zoë Žák').toString('latin1');
    expect(await read(as(inBytes))).toMatchObject({ status: 200, value: { account: 'Zoë Žák' } });
    await writeAccounts(team);
    for (const name of ['Eve', '', '*', 'ada obi', 'Ada Obi, Ben'])
      expect(await read(as(name))).toEqual(refused(403, 'You have no account in this control room.'));
  });

  test('is named by a token, which is compared as a whole', async () => {
    expect(await read(withToken(tokens.ada), '/api/room', far)).toMatchObject({ value: { account: 'Ada Obi' } });
    for (const wrong of ['', 'token-of-eve', token(tokens.ada), token(tokens.ada).slice(7)])
      expect(await read(withToken(wrong))).toEqual(
        refused(401, 'The token is wrong: enter the token of your account.'),
      );
    expect(await read({ host: publicHost })).toEqual(
      refused(401, 'The token is missing: enter the token of your account.'),
    );
    expect((await read({ host: publicHost, cookie: `token=${tokens.ada}` })).status).toBe(401);
  });

  test('is refused under another name of this server, and from other pages', async () => {
    const own = { status: 421, value: { refused: 'This server answers to its own address only.' } };
    for (const host of [`127.0.0.1:${near}`, `localhost:${near}`, 'evil.example', `${publicHost}:8443`])
      expect(await read({ ...as('Ada Obi'), host })).toEqual(own);
    const others = refused(403, 'Requests of other pages are refused.');
    for (const origin of ['https://evil.example', `http://${publicHost}`, 'null', `https://${publicHost}:8443`])
      expect(await post({ ...as('Ada Obi'), origin }, '/api/control', { control: 'pause' })).toEqual(others);
    expect(await read({ ...as('Ada Obi'), 'sec-fetch-site': 'cross-site' })).toEqual(others);
    const ours = { ...as('Ada Obi'), origin: `https://${publicHost}`, 'sec-fetch-site': 'same-origin' };
    expect((await read(ours)).status).toBe(200);
  });

  test('is gone as soon as it is taken out of the file, and so is everybody while others may read that', async () => {
    await writeAccounts(team.slice(0, 1));
    expect(await read(as('Ben'))).toEqual(refused(403, 'You have no account in this control room.'));
    expect((await read(withToken(tokens.ben))).status).toBe(401);
    await writeAccounts(team, 0o640);
    expect(await read(as('Ada Obi'))).toEqual(
      refused(503, 'The accounts cannot be read: the control room has printed why.'),
    );
    await writeAccounts([...team, { name: '*', role: 'viewer' }]);
    expect(await read(as('Eve'))).toMatchObject({ status: 200, value: { account: 'Eve', allowActions: false } });
    await writeAccounts(team);
  });
});

describe('a viewer', () => {
  const acts = [
    ['/api/control', { control: 'pause' }],
    ['/api/prepare-start', {}],
    ['/api/start', { plan: '' }],
    ['/api/approve', { plan: '', by: 'Ada Obi' }],
    ['/api/decide', { decision: 'drop', jobs: [], by: 'Ada Obi' }],
    ['/api/suppress', { project: '.', reason: 'asked to' }],
    ['/api/prepare-forget', { project: '.' }],
    ['/api/forget', { project: '.' }],
  ] as const;

  test('changes nothing', async () => {
    const words =
      'You may see this control room, and change nothing: that needs the role operator, and --allow-actions.';
    for (const [path, body] of acts)
      expect(await post(as('Ben'), path, { file: 'campaign.yaml', ...body })).toEqual(refused(403, words));
  });

  test('sees no names in the list of a plan, and an operator sees them beside masked numbers', async () => {
    const list = async (who: string) => {
      const plan = await read(as(who), '/api/plan?file=campaign.yaml');
      const path = String(plan.value['view']);
      const { text } = await rawRequest({ port: near, path, headers: { host: publicHost } });
      return /<tr data-key[^>]*>/.exec(text)?.[0];
    };
    expect(await list('Ben')).toBe('<tr data-key="234…0001" data-name="" data-sought="">');
    expect(await list('Ada Obi')).toBe('<tr data-key="234…0001" data-name="Ada0" data-sought="ada0">');
  });

  test('sees masked numbers, whatever they ask for, and finds nobody by a part of a number', async () => {
    const asked = { text: members[0], numbers: 'show' };
    const found = await post(as('Ben'), '/api/people', asked);
    expect(found).toMatchObject({ status: 200, value: { people: [{ number: '234…0001' }] } });
    const [{ handle }] = found.value['people'] as [{ handle: string }];
    const person = await post(as('Ben'), '/api/person', { handle, numbers: 'show' });
    expect(person).toMatchObject({ status: 200, value: { number: '234…0001' } });
    const plan = await read(as('Ben'), '/api/plan?file=campaign.yaml&numbers=show');
    const page = await rawRequest({ port: near, path: String(plan.value['view']), headers: { host: publicHost } });
    expect(page.text).toContain('data-key="234…0001" data-name=""');
    expect(page.text + JSON.stringify(person)).not.toContain(members[0]);
    const whole = members[0] ?? '';
    for (const digits of [whole.slice(0, 10), whole.slice(0, -1), whole.slice(1), `${whole}0`, whole.slice(3)])
      expect(await post(as('Ben'), '/api/people', { text: digits })).toEqual(
        refused(409, 'No recipient of these campaigns has this number. Give all of its digits.'),
      );
    for (const digits of [
      `+${whole}`,
      `00${whole}`,
      ` +${whole.slice(0, 3)} (0)${whole.slice(3)}`,
      `${whole} --show-numbers`,
    ])
      expect({ digits, ...(await post(as('Ben'), '/api/people', { text: digits, numbers: 'show' })) }).toMatchObject(
        digits.includes('show') ? { status: 409 } : { value: { people: [{ number: '234…0001' }] } },
      );
    const wholeOnly = 'You can look for a person by their whole number only.';
    expect(await post(as('Ben'), '/api/people', { text: '--help' })).toEqual(refused(409, wholeOnly));
    // One refusal, and not one of each campaign.
    expect(await post(as('Ada Obi'), '/api/people', { text: 'Al' })).toEqual(
      refused(409, 'Give at least 3 digits of a number, or 3 letters of a name.'),
    );
    expect(await post(as('Ada Obi'), '/api/people', { text: '80300000', numbers: 'show' })).toMatchObject({
      value: { people: [{ number: members[0] }, { number: members[1] }] },
    });
  });

  test('sees no row of a list in what is wrong with a campaign', async () => {
    await rig.write('members.csv', 'phone,first_name\n2348030000001,Ngozi\nnobody,Folasade\n');
    await rig.write('contacts.yaml', 'exclude: []\n');
    try {
      const said = (who: string) => read(as(who), '/api/plan?file=campaign.yaml');
      expect((await said('Ben')).value).toEqual({ refused: 'The campaign has errors: see Overview.' });
      expect((await said('Ada Obi')).value['refused']).toContain('> 3 | nobody,Folasade');
    } finally {
      await rig.members(members);
      await rig.write('contacts.yaml', 'project: shop\n');
    }
  });

  test('sees nothing, and an operator no number, in what a rehearsal of a campaign with errors says', async () => {
    const where = `{ audience: members, where: { tier: "${members[0]}" } }`;
    await rig.campaign(`hello: { uses: otp.send, forEach: ${where}, with: { templateId: 31 } }`);
    const path = '/api/rehearse?file=campaign.yaml&scenario=calm&numbers=show';
    const { text } = await rawRequest({ port: near, path, headers: as('Ben') });
    const { text: ofOperator } = await rawRequest({ port: near, path, headers: as('Ada Obi') });
    await rig.campaign(whatsappStep);
    expect(text).toContain('"kind":"failed","words":"The campaign has errors: see Overview."');
    expect(ofOperator).toContain('"kind":"failed","words":"campaign.yaml:');
    expect([ofOperator.includes('has no column `tier`'), ofOperator.includes(members[0]!)]).toEqual([true, false]);
  });
});

test('what an operator does is recorded under the name of their account, whatever name they send', async () => {
  const ada = as('Ada Obi');
  const file = 'campaign.yaml';
  const { value: shown } = await read(ada, '/api/plan?file=campaign.yaml');
  const { plan } = shown['approves'] as { plan: string };
  expect((await post(ada, '/api/approve', { file, plan, by: 'Ben', comment: 'read' })).status).toBe(200);
  await rig.fault({ kind: 'reset-after', operation: 'whatsapp.send', times: 1 });
  const { value: start } = await post(ada, '/api/prepare-start', { file });
  expect(await post(ada, '/api/start', { file, plan: start['plan'], by: 'Ben' })).toMatchObject({ status: 200 });
  await rig.answered(2);
  const doubts = async () => (await read(ada, '/api/doubts?file=campaign.yaml')).value;
  await expect.poll(async () => (await doubts())['found']).toBe(1);
  const { listDigest } = await doubts();
  const decision = { file, decision: 'drop', step: '', listDigest, by: 'Ben', comment: 'not at the service' };
  expect(await post(ada, '/api/decide', decision)).toMatchObject({ status: 200 });
  for (const control of ['pause', 'resume', 'cancel'])
    expect((await post(ada, '/api/control', { file, control, by: 'Ben' })).status).toBe(200);
  const { value: found } = await post(ada, '/api/people', { text: members[0] });
  const [{ handle }] = found['people'] as [{ handle: string }];
  expect((await post(ada, '/api/suppress', { handle, project: '.', reason: 'asked to' })).status).toBe(200);
  const { stdout } = await rig.callsheet(['report', file]).ended;
  const signed = stdout.split('\n').filter((line) => / by .* on /.test(line));
  expect(
    signed.map((line) =>
      line
        .trim()
        .replace(/on .*?\d\d:\d\d/, 'DATE')
        .replace(/\b[0-9a-f]{12}\b/, 'HASH'),
    ),
  ).toEqual([
    'Plan HASH was approved by Ada Obi DATE: read',
    'Cancelled by Ada Obi DATE.',
    'Resumed by Ada Obi DATE.',
    'Paused by Ada Obi DATE.',
    'Decided by Ada Obi DATE, 1 given up: not at the service',
    'Started by Ada Obi DATE.',
  ]);
  const why = await rig.callsheet(['suppress', members[0] ?? '']).ended;
  expect(why.stdout).toContain('asked to (Ada Obi)');
});

test('no process of a control room has a number, or what somebody wrote, in its arguments or its environment', async () => {
  const ada = as('Ada Obi');
  const [, number = ''] = members;
  const { value: found } = await post(ada, '/api/people', { text: number });
  const [{ handle }] = found['people'] as [{ handle: string }];
  expect((await post(ada, '/api/person', { handle, numbers: 'show' })).value['number']).toBe(number);
  const reason = `called from ${number}`;
  expect((await post(ada, '/api/suppress', { handle, project: '.', reason })).status).toBe(200);
  const { value: prepared } = await post(ada, '/api/prepare-forget', { handle, folder: '.' });
  expect(await post(ada, '/api/forget', { handle, folder: '.', ...prepared })).toMatchObject({ status: 200 });
  const noted = await readFile(join(rig.folder, 'arguments'), 'utf8');
  const lines = noted.trim().split('\n');
  const started = lines.map((line) => (JSON.parse(line) as { words: string[] }).words[0]);
  expect(started).toEqual(expect.arrayContaining(['open', 'why', 'suppress', 'forget']));
  expect(lines.filter((line) => members.some((one) => line.includes(one)))).toEqual([]);
});

describe('a control room that others reach', () => {
  const ended = async (...args: readonly string[]) => {
    const { code, stderr } = await rig.callsheet(['open', 'campaign.yaml', ...args]).ended;
    return [code, stderr];
  };

  test('says in words that its port is taken', async () => {
    const { port } = new URL(rig.sandbox.url);
    expect(await ended('--port', port)).toEqual([
      2,
      `The control room cannot start: 127.0.0.1:${port} is in use by another program\n`,
    ]);
  });

  test('has TLS, accounts, a name, and a proxy that it knows', async () => {
    const usage = (fault: string): string => `error: ${fault}\n(callsheet open --help shows an example)`;
    const url = ['--public-url', `https://${publicHost}`];
    const own = ['--accounts', 'accounts.json'];
    const wrong: readonly (readonly [readonly string[], string])[] = [
      [
        ['--listen', '0.0.0.0', ...url, ...own],
        '--listen 0.0.0.0 is reached by other machines and needs --tls-cert and --tls-key. Behind a reverse proxy on this machine, listen on 127.0.0.1.',
      ],
      [
        ['--listen', '0.0.0.0', '--tls-cert', 'cert.pem', '--tls-key', 'key.pem', ...url],
        '--listen 0.0.0.0 is reached by other machines and needs --accounts.',
      ],
      [['--listen', 'localhost'], '--listen takes an IP address such as 127.0.0.1, not localhost.'],
      [
        own,
        '--listen and --accounts need --public-url, the address that browsers use: the control room answers to that name only.',
      ],
      [
        ['--public-url', `http://${publicHost}`, ...own],
        '--public-url must be https: otherwise tokens and numbers cross the network unencrypted.',
      ],
      [
        ['--public-url', `https://${publicHost}/callsheet`, ...own],
        '--public-url takes the address of a host without a path: the control room needs a name of its own.',
      ],
      [
        [...url, '--account-header', 'X-Forwarded-User', '--proxy', '127.0.0.1'],
        usage('--account-header needs --accounts: that has the role of each name'),
      ],
      [
        [...url, ...own, '--account-header', 'X-Forwarded-User'],
        usage('--account-header needs --proxy: from another address, anybody could name themselves'),
      ],
      [
        [...url, ...own, '--account-header', 'Authorization', '--proxy', '127.0.0.1'],
        '--account-header takes the name of a header such as X-Forwarded-User, not Authorization.',
      ],
      [[...url, ...own, '--tls-cert', 'cert.pem'], usage('--tls-cert needs --tls-key')],
    ];
    for (const [args, words] of wrong) expect(await ended(...args)).toEqual([2, `${words}\n`]);
  });

  test('has accounts that only its owner can read, each of one person', async () => {
    const open = ['--public-url', `https://${publicHost}`, '--accounts', 'wrong.json'];
    const write = async (text: string, mode = 0o600): Promise<void> => {
      await rig.write('wrong.json', text);
      await chmod(join(rig.folder, 'wrong.json'), mode);
    };
    const said: unknown[] = [];
    for (const [text, mode] of [
      [accounts(team), 0o604],
      ['no JSON'],
      ['{ "accounts": [] }'],
      [accounts([...team, { name: 'Ben', role: 'viewer' }])],
      [accounts([{ name: 'Ben', role: 'admin' }])],
      [accounts([{ name: 'Ben', role: 'viewer', token: tokens.ben }])],
      [accounts([{ name: 'Ben', role: 'viewer', password: 'x' }])],
      [accounts([...team, { name: 'Eve', role: 'viewer', token: token(tokens.ben) }])],
      [accounts([{ name: 'Ben\n', role: 'viewer' }])],
    ] as const) {
      await write(text, mode);
      said.push(await ended(...open));
    }
    expect(said).toEqual(
      [
        'others on this machine may read or write it; `chmod 600 wrong.json`',
        'it is not JSON',
        'it has no list `accounts`',
        'account 3 has the name Ben, as an account before it',
        'account 1 needs a role, viewer or operator',
        'account 1 needs a token of the form sha256:DIGEST, with 64 hexadecimal digits',
        'account 1 has `password`, which no account has',
        'account 3 has a token that is not for one person',
        'account 1 has no name of 1 to 100 printable characters',
      ].map((words) => [2, `--accounts wrong.json: ${words}.\n`]),
    );
  });

  test('speaks TLS itself where it is asked to', async () => {
    const { key, cert } = selfSigned();
    await rig.write('cert.pem', cert);
    await rig.write('key.pem', key);
    const tls = ['--listen', '0.0.0.0', '--tls-cert', 'cert.pem', '--tls-key', 'key.pem'];
    const url = ['--public-url', 'https://127.0.0.1', '--accounts', 'accounts.json'];
    const child = rig.callsheet(['open', 'campaign.yaml', ...tls, ...url]);
    const [, port] = await child.line(/^Listening on 0\.0\.0\.0, port (\d+)\. /);
    const headers = { host: '127.0.0.1', authorization: `Bearer ${tokens.ben}` };
    const answered = await new Promise<string>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '/api/room', ca: cert, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => resolve(text));
      }).on('error', reject);
    });
    expect(JSON.parse(answered)).toEqual({
      campaigns: [{ file: 'campaign.yaml', title: 'trial' }],
      sandbox: false,
      allowActions: false,
      seesNumbers: false,
      account: 'Ben',
    });
  });
});
