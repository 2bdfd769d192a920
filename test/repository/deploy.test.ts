import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { startChild } from '../rig/child.ts';
import { isLong } from '../rig/sample-of.ts';

const run = promisify(execFile);
const folder = 'docs/deploy';
const main = resolve('dist/src/cli/main.js');

type Json = Readonly<Record<string, unknown>>;

const manifests = async (): Promise<readonly Json[]> => {
  const files = (await readdir(join(folder, 'kubernetes'))).map((name) => join(folder, 'kubernetes', name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as Json));
};

/** Whether the command is there and does not need what is not. */
const works = async (command: string, ...args: readonly string[]): Promise<boolean> =>
  run(command, [...args]).then(
    () => true,
    () => false,
  );
const [hasSystemd, hasDocker, hasPodman, hasCompose] = await Promise.all([
  works('systemd-analyze', '--version'),
  works('docker', 'info'),
  works('podman', 'info'),
  works('docker', 'compose', 'version'),
]);
/** Builds and runs images; both take the same options. */
const builder = hasDocker ? 'docker' : hasPodman ? 'podman' : undefined;
if (builder === undefined)
  process.stderr.write('no docker or podman that works: the commands of the Dockerfile are run without an image\n');

/** What is wrong with these objects, by the types of the Kubernetes API; nothing where it is right. */
async function typeErrors(objects: readonly Json[]): Promise<string> {
  const temporary = await mkdtemp(join('test', 'repository', '.deploy-'));
  try {
    const groups: Readonly<Record<string, string>> = { v1: 'core/v1' };
    const lines = objects.map((object) => {
      const [version, kind] = [String(object['apiVersion']), String(object['kind'])];
      const group = (groups[version] ?? version).replace('.k8s.io', '');
      const type = `Strict<import('kubernetes-types/${group}.d.ts').${kind}>`;
      return `(${JSON.stringify(object, undefined, 2)}) satisfies ${type};`;
    });
    // A name that is optional in the types is one that a manifest must have.
    const strict = 'type Strict<T extends object> = T & { readonly metadata: { readonly name: string } };\n';
    await writeFile(join(temporary, 'manifests.ts'), `${strict}${lines.join('\n')}\nexport {};\n`);
    const args = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--ignoreConfig'];
    return await run('npx', ['tsc', ...args, join(temporary, 'manifests.ts')]).then(
      () => '',
      ({ stdout }: { readonly stdout: string }) => stdout,
    );
  } finally {
    await rm(temporary, { recursive: true });
  }
}

/** All objects in it that have this key. */
function holders(value: unknown, key: string): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap((part) => holders(part, key));
  return key in value ? [value as Json, ...inside] : inside;
}

describe('the Kubernetes manifests', () => {
  test('have the types of the Kubernetes API', async () => {
    expect(await typeErrors(await manifests())).toBe('');
  });

  test('would be found out if they had not', async () => {
    const [wrong] = (await manifests()).filter(({ kind }) => kind === 'CronJob');
    const misspelt = JSON.parse(JSON.stringify(wrong).replace('"restartPolicy"', '"restartPolicies"')) as Json;
    expect(await typeErrors([misspelt])).toMatch(/"restartPolicies"' does not exist in type 'PodSpec'/);
  });

  test('let nothing run as root, write its own files or gain privileges', async () => {
    const pods = (await manifests()).flatMap((object) => holders(object, 'containers'));
    expect(pods.length).toBeGreaterThan(0);
    for (const pod of pods) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of pod['containers'] as readonly Json[]) {
        expect(container).toMatchObject({
          resources: { requests: { cpu: expect.any(String), memory: expect.any(String) }, limits: {} },
          readinessProbe: { httpGet: { path: '/healthz' } },
          livenessProbe: { httpGet: { path: '/livez' } },
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        });
      }
    }
  });
});

test('the compose file has the form of the Compose specification', async () => {
  const schema = JSON.parse(await readFile('test/golden/deploy/compose-spec.json', 'utf8')) as Json;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const check = ajv.compile({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' });
  const compose = parse(await readFile(join(folder, 'compose.yaml'), 'utf8')) as { services: { run: Json } };
  expect([check(compose), check.errors]).toEqual([true, null]);
  expect(check({ services: { run: { ...compose.services.run, imag: 'callsheet' } } })).toBe(false);
});

test.runIf(hasCompose)('the compose file is accepted by docker compose', async () => {
  const settings = resolve(folder, 'callsheet.env.example');
  const text = (await readFile(join(folder, 'compose.yaml'), 'utf8')).replace('callsheet.env]', `${settings}]`);
  const temporary = await mkdtemp(join(tmpdir(), 'callsheet-compose-'));
  await writeFile(join(temporary, 'compose.yaml'), text);
  const { stdout } = await run('docker', ['compose', '--file', join(temporary, 'compose.yaml'), 'config', '--quiet']);
  expect(stdout).toBe('');
  await rm(temporary, { recursive: true });
});

test.runIf(hasSystemd)('the systemd units are accepted by systemd', async () => {
  const units = (await readdir(join(folder, 'systemd'))).map((name) => join(folder, 'systemd', name));
  expect(await run('systemd-analyze', ['verify', ...units])).toEqual({ stdout: '', stderr: '' });
});

test('every process is given longer to end than a request may take', async () => {
  const texts = await Promise.all(
    [
      'compose.yaml',
      'systemd/callsheet@.service',
      'kubernetes/callsheet.yaml',
      'compose.yaml',
      'systemd/callsheet-worker@.service',
      'kubernetes/workers.yaml',
    ].map((name) => readFile(join(folder, name), 'utf8')),
  );
  const client = await readFile('src/service/http/client.ts', 'utf8');
  const requestMs = Number(/totalMs \?\? ([\d_]+)/.exec(client)?.[1]?.replaceAll('_', ''));
  const given = [
    /run:[^]*stop_grace_period: (\d+)s/,
    /TimeoutStopSec=(\d+)/,
    /terminationGracePeriodSeconds: (\d+)/,
    /worker:[^]*stop_grace_period: (\d+)s/,
    /TimeoutStopSec=(\d+)/,
    /terminationGracePeriodSeconds: (\d+)/,
  ].map((pattern, index) => Number(pattern.exec(texts[index]!)?.[1]) * 1000);
  expect(given).toEqual(Array.from({ length: 6 }, () => 45_000));
  // To connect, to be answered, and to record the outcome.
  expect(requestMs + 5_000 + 5_000).toBeLessThanOrEqual(45_000);
});

test('every command is one that callsheet has', async () => {
  const temporary = await mkdtemp(join(tmpdir(), 'callsheet-deploy-'));
  const compose = parse(await readFile(join(folder, 'compose.yaml'), 'utf8')) as { services: Record<string, Json> };
  const units = ['callsheet@.service', 'callsheet-worker@.service', 'callsheet-open.service'].map((name) =>
    join(folder, 'systemd', name),
  );
  const started = (await Promise.all(units.map((unit) => readFile(unit, 'utf8')))).map((unit) =>
    /ExecStart=\/usr\/bin\/env callsheet (.+)/.exec(unit)![1]!.replace('%i', 'spring-renewal').split(' '),
  );
  const inPods = (await manifests()).flatMap((object) => holders(object, 'args').map(({ args }) => args as string[]));
  const service = {
    CALLSHEET_BASE_URL: 'http://127.0.0.1:9',
    CALLSHEET_API_KEY: 'key',
    CALLSHEET_API_SECRET: 'secret',
  };
  const composed = Object.values(compose.services).flatMap(({ command }) => (command === undefined ? [] : [command]));
  for (const args of [...(composed as string[][]), ...started, ...inPods]) {
    const free = args.map((arg) => (arg === '9464' ? '0' : arg));
    const env = args[0] === 'worker' ? { ...service, CALLSHEET_STORE: 'postgres://nobody@127.0.0.1:9/none' } : service;
    const ended = await startChild([main, ...free], { cwd: temporary, env }).ended;
    expect([ended.code, ended.stderr]).toEqual([
      2,
      expect.stringMatching(
        /There is no .*spring-renewal|There is no campaign in \.|spring-renewal\.yaml does not exist|No such file/i,
      ) as string,
    ]);
  }
  await rm(temporary, { recursive: true });
});

test('the proxy of the control room says who asks, and nobody else can', async () => {
  const unit = await readFile(join(folder, 'systemd/callsheet-open.service'), 'utf8');
  const option = (name: string): string => new RegExp(`--${name} (\\S+)`).exec(unit)![1]!;
  const conf = await readFile(join(folder, 'nginx.conf'), 'utf8');
  const directives = conf
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(directives.filter((line) => !/^\S.*[;{]$|^}$/.test(line))).toEqual([]);
  expect(directives.filter((line) => line.endsWith('{')).length).toBe(directives.filter((line) => line === '}').length);
  expect(directives).toEqual(
    expect.arrayContaining([
      `server_name ${new URL(option('public-url')).host};`,
      `proxy_pass http://${option('proxy')}:${option('port')};`,
      'proxy_set_header Host $host;',
      `proxy_set_header ${option('account-header')} $remote_user;`,
      'proxy_set_header Authorization "";',
      'proxy_buffering off;',
    ]),
  );
  // Without somebody's name no request comes through.
  expect(directives.some((line) => line.startsWith('auth_basic_user_file '))).toBe(true);
});

interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** The instructions of each image, from its FROM on, without comments. */
function imagesOf(dockerfile: string): Instruction[][] {
  const lines = dockerfile.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const instructions = lines.map((line) => ({ word: line.split(' ')[0]!, rest: line.slice(line.indexOf(' ') + 1) }));
  const starts = instructions.flatMap(({ word }, index) => (word === 'FROM' ? [index] : []));
  return starts.map((start, index) => instructions.slice(start, starts[index + 1]));
}

test('the image is built in two stages, and runs as a user who is not root', async () => {
  const [build, final] = imagesOf(await readFile(join(folder, 'Dockerfile'), 'utf8'));
  expect(build!.some(({ word, rest }) => word === 'RUN' && rest.startsWith('npm ci'))).toBe(true);
  expect(
    final!
      .filter(({ word }) => ['USER', 'HEALTHCHECK', 'ENTRYPOINT'].includes(word))
      .map(({ word, rest }) => [word, rest]),
  ).toEqual([
    ['USER', 'node'],
    ['HEALTHCHECK', expect.stringContaining('/livez') as string],
    ['ENTRYPOINT', '["callsheet"]'],
  ]);
  for (const { word, rest } of final!) {
    if (word !== 'COPY') continue;
    // Only what was built, and only from places that the build has.
    expect(rest).toMatch(/^--from=build \/src\/(package\.json|node_modules|dist|schemas) /);
  }
});

const builds = 600_000;

test.runIf(builder !== undefined)('the image is built, and runs', { timeout: builds }, async () => {
  await run(builder!, ['build', '--file', join(folder, 'Dockerfile'), '--tag', 'callsheet-test', '.']);
  const { stdout } = await run(builder!, ['run', '--rm', '--read-only', 'callsheet-test', '--version']);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.runIf(isLong && builder === undefined)(
  'the commands of the image build what it runs, without an image',
  { timeout: builds },
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'callsheet-image-'));
    const shell = (script: string) =>
      run('bash', ['-ec', script], { cwd: join(root, 'src'), maxBuffer: 2 ** 26, env: { ...process.env, HUSKY: '0' } });
    await run('bash', [
      '-ec',
      `mkdir -p ${root}/src ${root}/app; git ls-files -z | xargs -0 cp --parents -t ${root}/src`,
    ]);
    const [build, final] = imagesOf(await readFile(join(folder, 'Dockerfile'), 'utf8'));
    for (const { word, rest } of build!)
      if (word === 'RUN') await shell(rest.replace('npm ci', 'npm ci --prefer-offline'));
    for (const { word, rest } of final!) {
      const [, from, to] = word === 'COPY' ? (/^--from=build (\S+) (\S+)$/.exec(rest) ?? []) : [];
      if (from !== undefined) await shell(`mv ${root}${from} ${root}${to}`);
    }
    const ended = await startChild([join(root, 'app/dist/src/cli/main.js'), '--version'], { cwd: root }).ended;
    expect(ended).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string });
    const { stdout } = await run('bash', ['-ec', `ls ${root}/app/node_modules`]);
    expect(stdout).not.toMatch(/^(vitest|typescript)$/m);
    await rm(root, { recursive: true });
  },
);
