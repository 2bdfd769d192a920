import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { proxyFault, proxyFor } from '../../src/service/contract/addresses.ts';
import { createClient } from '../../src/service/http/client.ts';
import { createCampaignRig, once, people, whatsappStep } from '../rig/campaign-rig.ts';
import { createHttpProxy } from '../rig/http-proxy.ts';
import { receiver, secretPath } from '../rig/notice-receiver.ts';
import { certifiedAddress, certifiedName } from '../rig/self-signed.ts';
import { createSlowTls } from '../rig/slow-tls.ts';

const members = people(3);
const portOf = (url: string | undefined): number => Number(new URL(url ?? '').port);

test('a run and its notices go through the proxy of HTTPS_PROXY, which sees where to, and no more', async () => {
  await using rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(whatsappStep, 'on: { finished: { webhook: true } }');
  await using service = await createSlowTls(rig.sandbox.url);
  await using hook = await receiver([204]);
  const targets = [`${certifiedName}:443`, `${certifiedName}:8443`, `${certifiedAddress}:8443`] as const;
  await using proxy = await createHttpProxy({
    [targets[0]]: portOf(service.env.CALLSHEET_BASE_URL),
    [targets[1]]: portOf(hook.url),
    [targets[2]]: portOf(hook.url),
  });
  await rig.write('certificates.pem', (await readFile(service.env.NODE_EXTRA_CA_CERTS, 'utf8')) + hook.cert);
  const env = {
    CALLSHEET_BASE_URL: `https://${certifiedName}`,
    CALLSHEET_NOTICE_URL: `https://${certifiedName}:8443${secretPath}`,
    NODE_EXTRA_CA_CERTS: join(rig.folder, 'certificates.pem'),
    HTTPS_PROXY: `http://ada:pass%40word@127.0.0.1:${proxy.port}`,
  };

  const doctor = await rig.process(['doctor'], env).ended;
  expect(doctor.stdout).toContain(`settings for https://${certifiedName}, through the proxy 127.0.0.1:${proxy.port}\n`);
  const ended = await rig.process(['run', 'campaign.yaml', '--yes'], env).ended;
  expect(ended.code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
  const byAddress = { ...env, CALLSHEET_NOTICE_URL: `https://${certifiedAddress}:8443${secretPath}` };
  const again = await rig.process(['run', 'campaign.yaml', '--yes'], byAddress).ended;
  expect([again.code, again.stderr]).toEqual([0, expect.not.stringContaining('notice')]);
  expect(hook.bodies.map(({ event }) => event)).toEqual(['finished', 'finished']);
  expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(new Set(targets));
  expect(new Set(proxy.asked.map(({ user }) => user))).toEqual(new Set(['ada:pass@word']));
});

test('a proxy that refuses is named without its password, and nothing is sent', async () => {
  await using rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(whatsappStep);
  await using proxy = await createHttpProxy({});
  const env = {
    CALLSHEET_BASE_URL: `https://${certifiedName}`,
    HTTPS_PROXY: `http://ada:secret@127.0.0.1:${proxy.port}`,
  };
  const { code, stdout, stderr } = await rig.process(['doctor'], env).ended;
  expect(code).toBe(1);
  expect(stdout).toContain(`the proxy 127.0.0.1:${proxy.port} answered 403 when it was asked for ${certifiedName}:443`);
  const wrong = await rig.process(['run', 'campaign.yaml', '--yes'], {
    ...env,
    HTTPS_PROXY: 'socks5://ada:secret@127.0.0.1:1',
  }).ended;
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain(
    'HTTPS_PROXY, in the environment: It is not the address of an HTTP proxy: write it as http://host:port.',
  );
  expect(stdout + stderr + wrong.stdout + wrong.stderr).not.toContain('secret');
  expect(rig.effects('whatsapp.send')).toEqual({});
});

test.each([
  [{ HTTPS_PROXY: 'http://proxy:3128' }, 'http://proxy:3128/'],
  [{ HTTPS_PROXY: 'http://a:1', https_proxy: 'https://b:2' }, 'https://b:2/'],
  [{ HTTPS_PROXY: ' proxy.example:3128 ' }, 'http://proxy.example:3128/'],
  [{ HTTPS_PROXY: 'http://proxy', NO_PROXY: 'other.example, service.example:8443' }, 'http://proxy/'],
  [{ HTTPS_PROXY: 'http://proxy', NO_PROXY: 'ervice.example' }, 'http://proxy/'],
  [{ HTTPS_PROXY: 'http://proxy', NO_PROXY: '' }, 'http://proxy/'],
  [{ HTTPS_PROXY: 'http://proxy', NO_PROXY: 'other,service.example' }, undefined],
  [{ HTTPS_PROXY: 'http://proxy', no_proxy: 'EXAMPLE' }, undefined],
  [{ HTTPS_PROXY: 'http://proxy', NO_PROXY: '.example' }, undefined],
  [{ HTTPS_PROXY: 'http://proxy', NO_PROXY: '*.example:443' }, undefined],
  [{ HTTPS_PROXY: 'http://proxy', NO_PROXY: '*' }, undefined],
  [{ HTTPS_PROXY: '' }, undefined],
  [{ HTTP_PROXY: 'http://proxy' }, undefined],
])('with %o the service is reached through %s', (env, proxy) => {
  expect(proxyFor(new URL('https://service.example/v1'), env)?.href).toBe(proxy);
});

test('a client with a proxy reaches a service without TLS, which is on this machine, directly', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  await using proxy = await createHttpProxy({});
  const client = createClient({ ...sandbox.service, proxy: `127.0.0.1:${proxy.port}` });
  const outcome = await client.send('sms.balance', undefined);
  await client.close();
  expect([outcome.kind, proxy.asked]).toEqual(['accepted', []]);
  expect(() => createClient({ ...sandbox.service, proxy: 'socks5://proxy:1080' })).toThrow(
    'write it as http://host:port',
  );
});

test.each(['2001:db8::1', '[2001:db8::1]', '[2001:DB8::1]:443'])(
  '%s, which NO_PROXY has, is reached directly',
  (NO_PROXY) => {
    const env = { HTTPS_PROXY: 'http://proxy', NO_PROXY };
    expect(proxyFor(new URL('https://[2001:db8::1]/v1'), env)).toBeUndefined();
  },
);

test('a service on this machine is reached directly', () => {
  const env = { HTTPS_PROXY: 'http://proxy' };
  for (const url of ['https://127.0.0.1:8443', 'http://localhost:8080', 'https://[::1]'])
    expect(proxyFor(new URL(url), env)).toBeUndefined();
});

test.each(['socks5://proxy:1080', 'http://', '://', 'http://a%:b@proxy', 'two words'])(
  '%s is not a proxy',
  (HTTPS_PROXY) => {
    expect(proxyFault({ HTTPS_PROXY })).toContain('write it as http://host:port');
  },
);
