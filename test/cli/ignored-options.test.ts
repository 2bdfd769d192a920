import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startCommand } from '../rig/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-ignored-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const campaign = (name: string): string => `campaign: ${name}
timezone: Africa/Lagos
starts: 2026-11-23 10:00
account: { appId: sandbox-app }
audiences:
  people: { file: people.csv, key: phone }
steps:
  code: { uses: otp.send, forEach: people, with: { templateId: 31 } }
`;
for (const name of ['one', 'two']) writeFileSync(join(folder, `${name}.yaml`), campaign(name));
writeFileSync(join(folder, 'people.csv'), 'phone\n2348030000001\n');
writeFileSync(join(folder, 'contacts.yaml'), 'project: shop\n');

const callsheet = (words: string) => startCommand(words.split(' '), { cwd: folder }).ended;

test('an option that would change nothing is refused: the person who gave it believes that it did', async () => {
  const store = '--store postgres://nobody@127.0.0.1:9/none';
  const refused: Readonly<Record<string, string>> = {
    'suppress 2348030000001 --until 2027-02-01T00:00Z': 'add --reason TEXT, or --import FILE. Nothing was changed.',
    'suppress 2348030000001 --channel otp': 'add --reason TEXT, or --import FILE. Nothing was changed.',
    'suppress 2348030000001 --remove --until 2027-02-01T00:00Z': '--remove cannot be combined with --until',
    'suppress 2348030000001 --remove --reason again': '--remove cannot be combined with --reason',
    'suppress 2348030000001 --reason asked --list no-calls': '--list needs --import',
    'suppress 2348030000001 --reason asked --column mobile': '--column needs --import',
    'suppress --replace': '--replace needs --import',
    'suppress --import people.csv --list no-calls --remove': '--remove cannot be combined with --import',
    'suppress --dry-run': 'Give a number, or --import FILE. Nothing was changed.',
    'suppress --country NG': 'Give a number, or --import FILE. Nothing was changed.',
    'consent --dry-run': '--dry-run and --country are about a file or a number: give one. Nothing was changed.',
    'approve one.yaml --comment read': '--comment needs --plan',
    'reconcile one.yaml --comment read': '--comment is about a decision: add --accept, --resend, --drop or --from.',
    'reconcile one.yaml --now': '--now is about a decision',
    'plan one.yaml --input name=Ada --input name=Bola': '--input name is given twice.',
    'watch one.yaml --yes': '--yes needs --run',
    'plan one.yaml --env-file one.env --env-file two.env': "option '--env-file <file>' is given twice",
    'run one.yaml --run first --yes --run second': "option '--run <label>' is given twice",
    'plan one.yaml --format json --format text': "option '--format <format>' is given twice",
    'plan one.yaml --show 2 --show': "option '--show [count|number]' is given twice",
    'why one.yaml 2348030000001 --project .': '--project is about all campaigns of a folder: leave out the file',
    'why one.yaml --code -69 --at 2026-11-23T09:00Z': '--at cannot be combined with --code',
    'why one.yaml --became rejected --at 2026-11-23T09:00Z': '--at cannot be combined with --became',
    'why one.yaml --find 803 --at 2026-11-23T09:00Z': '--at cannot be combined with --find',
    'plan one.yaml --show-names': '--show-names is about pages: add --format html',
    'plan one.yaml two.yaml --format html --show-names': '--show-names is for the plan of one campaign',
    'report one.yaml --format csv --show-names': '--show-names is about pages: add --format html',
    'plan one.yaml two.yaml --jobs --format html': '--jobs prints NDJSON, not html',
    'plan one.yaml --jobs --format html': '--jobs prints NDJSON, not html',
    'plan one.yaml --jobs --with-balance': '--jobs cannot be combined with --with-balance',
    [`run one.yaml --sandbox ${store}`]: '--store cannot be combined with --sandbox: sandbox runs stay in a file',
    'run one.yaml --sandbox --fresh --require-approval':
      '--fresh cannot be combined with --require-approval: approvals are discarded, too; use --plan alone',
    'run one.yaml --sandbox --no-send': '--no-send leaves sending to workers, and sandbox runs have none. Nothing was',
    'inbox one.yaml --env-file one.env': "unknown option '--env-file'",
    'inbox one.yaml --input offer=10': "unknown option '--input'",
    [`inbox one.yaml ${store}`]: "unknown option '--store'",
    'call sms.balance --data {} --sandbox': 'sms.balance takes no --data. Nothing was sent.',
    [`store doctor one.yaml ${store}`]: '`callsheet store doctor` takes no file, and neither',
    [`store migrate one.yaml ${store}`]:
      '`callsheet store migrate` takes no file, and neither --to, --state nor --adopt.',
    [`store doctor --to file ${store}`]:
      '`callsheet store doctor` takes no file, and neither --to, --state nor --adopt.',
    [`store migrate --state here ${store}`]: '`callsheet store migrate` takes no file, and neither --to',
  };
  for (const [words, why] of Object.entries(refused)) {
    const { code, stdout, stderr } = await callsheet(words);
    expect({ words, code, stdout }).toEqual({ words, code: 2, stdout: '' });
    expect(stderr).toContain(why);
  }
});

test('a control room whose store or inputs nobody could use is not opened', async () => {
  const open = async (words: readonly string[], env = {}) => {
    const { code, stderr } = await startCommand(['open', '.', ...words], { cwd: folder, env }).ended;
    return { code, stderr };
  };
  expect(await open([], { CALLSHEET_STORE: 'garbage' })).toEqual({
    code: 2,
    stderr: 'CALLSHEET_STORE cannot be used. Use an address such as postgres://user@host:5432/database.\n',
  });
  expect(await open(['--input', 'offer'])).toEqual({ code: 2, stderr: '--input takes name=value, not offer.\n' });
});

test('--no-send sends nothing where nobody else could, either', async () => {
  const env = {
    CALLSHEET_BASE_URL: 'http://127.0.0.1:9',
    CALLSHEET_API_KEY: 'sandbox-key',
    CALLSHEET_API_SECRET: 'sandbox-secret',
  };
  const words = ['run', 'two.yaml', '--yes', '--late', '--no-send'];
  expect(await startCommand(words, { cwd: folder, env }).ended).toMatchObject({
    code: 2,
    stderr:
      '--no-send leaves sending to workers, and these need a store: --store URL, or CALLSHEET_STORE. Nothing was sent.\n',
  });
});

test('a comment with a pause is recorded with the name of the user, though no other name is given', async () => {
  await callsheet('run one.yaml --sandbox');
  await callsheet('pause one.yaml --sandbox --comment wrong-text');
  const { lastAction } = JSON.parse((await callsheet('status one.yaml --sandbox --format json')).stdout) as object & {
    readonly lastAction: unknown;
  };
  expect(lastAction).toMatchObject({ did: 'pause', by: 'tester', comment: 'wrong-text' });
});

test.each(['text', 'csv', 'json', 'html'])(
  'a report of a run that is not there says that another is, as %s',
  async (format) => {
    await callsheet('run one.yaml --sandbox');
    const { code, stderr } = await callsheet(`report one.yaml --sandbox --run 2026-11-32 --format ${format}`);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        'one.yaml has not been run in the sandbox (run 2026-11-32); another run of it exists: select it with --run.\n',
    });
  },
);

test('why of a code that only accepted jobs have does not say that none has it', async () => {
  await callsheet('run one.yaml --sandbox');
  const { stdout } = await callsheet('why one.yaml --sandbox --code 0');
  expect(stdout).toBe('Apart from accepted ones, no job of this run has this code.\n');
});

test('what --remove would remove is what it removes', async () => {
  const remove = 'suppress 2348030000001 --remove --channel otp';
  await callsheet('suppress 2348030000001 --reason asked');
  await callsheet('suppress 2348030000001 --reason refused --channel otp');
  const would = await callsheet(`${remove} --dry-run`);
  expect(would.stdout).toMatch(
    /^234…0001: 1 suppression would be removed\n234…0001 is still suppressed for everything since .*: asked\n/,
  );
  const asJson = await callsheet(`${remove} --dry-run --format json`);
  expect(JSON.parse(asJson.stdout)).toMatchObject({ dryRun: true, people: [{ suppressions: [{ reason: 'asked' }] }] });
  expect((await callsheet(remove)).stdout).toBe(would.stdout.replace(' would be', ''));
});

test('what a suppression would be recorded as is what it is recorded as', async () => {
  const suppress = 'suppress 2348030000002 --reason asked --until 2999-01-01T00:00Z --format json';
  const recorded = async (words: string) => {
    const { people } = JSON.parse((await callsheet(words)).stdout) as { readonly people: readonly object[] };
    return JSON.parse(JSON.stringify(people).replace(/"from":"[^"]+"/g, '"from":"NOW"')) as unknown;
  };
  const would = await recorded(`${suppress} --dry-run`);
  expect(would).toMatchObject([{ suppressions: [{ reason: 'asked', until: '2999-01-01T00:00:00+00:00' }] }]);
  expect(await recorded('suppress 2348030000002 --format json')).toMatchObject([{ suppressions: [] }]);
  expect(await recorded(suppress)).toEqual(would);
  // It ends sooner than that one.
  const sooner = suppress.replace('2999', '2998').replace('asked', 'again');
  expect(await recorded(`${sooner} --dry-run`)).toEqual(would);
  expect(await recorded(sooner)).toEqual(would);
});

test('why without a number says what to type, with the file as a shell takes it', async () => {
  mkdirSync(join(folder, 'my shop'), { recursive: true });
  writeFileSync(join(folder, 'my shop/one.yaml'), campaign('one'));
  const { code, stderr } = await startCommand(['why', 'my shop/one.yaml'], { cwd: folder }).ended;
  expect([code, stderr]).toEqual([
    2,
    "Give the recipient’s number after the file: callsheet why 'my shop/one.yaml' NUMBER\n",
  ]);
});

test.each(['one.yaml', 'people.csv', './people.csv'])('plan --out does not replace what it reads: %s', async (name) => {
  const before = readFileSync(join(folder, name), 'utf8');
  expect(await callsheet(`plan one.yaml --out ${name}`)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: `--out ${name} is a file of this campaign, and would be lost. Nothing was written.\n`,
  });
  expect(readFileSync(join(folder, name), 'utf8')).toBe(before);
});

test('doctor leaves out contacts.yaml, which `*.yaml` names, too', async () => {
  const { stdout } = await callsheet('doctor one.yaml contacts.yaml');
  expect(stdout).toContain('no settings for the service');
  expect(stdout).not.toContain('contacts.yaml');
});
