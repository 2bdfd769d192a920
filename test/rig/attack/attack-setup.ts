import { cp, link, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Child, Ended } from '../child.ts';
import type { CampaignFile } from './attacked-campaign.ts';
import { createDice, type Dice } from './dice.ts';
import type { Claim, Evidence, Said } from './judge.ts';
import type { Program } from './program.ts';
import { credentials, type IndependentService, startIndependentService } from './service/independent-service.ts';
import { selfMadeCertificate } from './service/self-made-certificate.ts';

/** Where an attack takes place: folders, an independent service, and the program under attack, all gone at the end of the block. */
export interface AttackSetup extends AsyncDisposable {
  readonly dice: Dice;
  readonly service: IndependentService;
  /** The folder of the campaign, in which commands run by default. */
  readonly folder: string;
  /** Another folder of the same machine and the same user. */
  readonly elsewhere: string;
  readonly env: Record<string, string | undefined>;
  /** Where state files are: a folder, and the options that name it. */
  readonly states: { readonly cwd: string; readonly more?: readonly string[] }[];
  /** Reads the state files for the last time and keeps their content. */
  keepClaims(): Promise<void>;
  write(name: string, text: string | Buffer): Promise<void>;
  campaign(file: CampaignFile): Promise<void>;
  /** The campaign and its lists in `elsewhere`, without any state. */
  copyFiles(how: 'copy' | 'hardLink'): Promise<void>;
  /** Starts a command; its output is evidence once it has ended. */
  start(args: readonly string[], at?: CommandPlace): Child;
  /** The same, to its end. */
  command(args: readonly string[], at?: CommandPlace): Promise<Ended>;
  /** `run campaign.yaml --yes`, again and again while work is left, but no more often than `times`. */
  runToTheEnd(times: number, more?: readonly string[]): Promise<Ended>;
  /** What the attack's judge can be shown: all but what the attack itself knows. */
  evidence(): Promise<Pick<Evidence, 'arrivals' | 'claims' | 'ran' | 'said' | 'files' | 'secrets'>>;
}

export interface CommandPlace {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface AttackOptions {
  readonly seed: number;
  readonly program: Program;
  readonly tls?: boolean;
}

export async function createAttackSetup({ seed, program, tls = false }: AttackOptions): Promise<AttackSetup> {
  const root = await mkdtemp(join(tmpdir(), 'callsheet-attack-'));
  const [folder, elsewhere, home] = ['here', 'elsewhere', 'home'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const one of [folder, elsewhere, home]) await mkdir(one);
  const certificate = join(root, 'certificate.pem');
  await writeFile(certificate, selfMadeCertificate.cert);
  const service = await startIndependentService({ tls });
  const children: Child[] = [];
  const said: Promise<Said>[] = [];
  const claims: Claim[] = [];
  const env: Record<string, string | undefined> = {
    HOME: home,
    NODE_EXTRA_CA_CERTS: certificate,
    CALLSHEET_BASE_URL: service.url,
    CALLSHEET_API_KEY: credentials.apiKey,
    CALLSHEET_API_SECRET: credentials.apiSecret,
  };

  const setup: AttackSetup = {
    dice: createDice(seed),
    service,
    folder,
    elsewhere,
    env,
    states: [{ cwd: folder }],
    write: (name, text) => writeFile(join(folder, name), text),
    campaign: (file) => setup.write('campaign.yaml', `${JSON.stringify(file, undefined, 2)}\n`),
    async copyFiles(how) {
      for (const name of await readdir(folder)) {
        if (!(await stat(join(folder, name))).isFile()) continue;
        const [from, to] = [join(folder, name), join(elsewhere, name)];
        await (how === 'copy' ? cp(from, to) : link(from, to));
      }
    },
    start(args, { cwd = folder, env: more = {} } = {}) {
      const child = program(args, { cwd, env: { ...env, ...more } });
      children.push(child);
      said.push(child.ended.then(({ code, stdout, stderr }) => saidBy(args, { code, stdout, stderr })));
      return child;
    },
    command: (args, at) => setup.start(args, at).ended,
    async runToTheEnd(times, more = []) {
      let ended = await setup.command(['run', 'campaign.yaml', '--yes', ...more]);
      for (let left = times - 1; left > 0 && (ended.code === stopped || ended.code === null); left--) {
        ended = await setup.command(['run', 'campaign.yaml', '--yes', ...more]);
      }
      return ended;
    },
    async keepClaims() {
      for (const { cwd, more } of setup.states.splice(0)) claims.push(...(await claimsIn(cwd, more)));
    },
    async evidence() {
      await setup.keepClaims();
      const all = await Promise.all(said);
      const ran = all.some(({ command, code }) => command.startsWith('run ') && code !== 1 && code !== 2);
      const files = await readFiles(root);
      const { apiKey, apiSecret } = credentials;
      return { arrivals: service.arrivals, claims, ran, said: all, files, secrets: [apiKey, apiSecret] };
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(children.map((child) => child.ended));
      await service[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true });
    },
  };

  const claimsIn = async (cwd: string, more: readonly string[] = []): Promise<readonly Claim[]> => {
    const { stdout } = await setup.command(['report', 'campaign.yaml', '--format', 'json', ...more], { cwd });
    try {
      return (JSON.parse(stdout) as readonly Partial<Claim>[]).map(({ step = '', key = '', state = '', reason }) => ({
        step,
        key,
        state,
        ...(reason === undefined ? {} : { reason }),
      }));
    } catch {
      // The campaign has findings: it says nothing of anybody.
      return [];
    }
  };
  return setup;
}

/** `docs/cli.md`: the same command resumes. */
const stopped = 4;

function saidBy(args: readonly string[], output: Pick<Said, 'code' | 'stdout' | 'stderr'>): Said {
  const format = args.includes('--format') ? args[args.indexOf('--format') + 1] : 'text';
  const isData = format === 'json' || format === 'csv';
  const known = format === 'html' || format === 'junit' ? format : isData ? 'data' : 'text';
  return { command: args.join(' '), format: known, ...output };
}

/** What the product wrote anywhere, the home folder included; not what the attack itself wrote. */
async function readFiles(root: string): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {};
  for (const name of await readdir(root, { recursive: true })) {
    if (!/\/\.|^home\//.test(name) || !(await stat(join(root, name))).isFile()) continue;
    files[name] = await readFile(join(root, name), 'latin1');
  }
  return files;
}
