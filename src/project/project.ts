import { resolve } from 'node:path';
import type { Environment } from '../campaign/campaign-env.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { StateBackend } from '../ledger/backend.ts';
import type { StaleList } from '../ledger/contacts/ledger.ts';
import type { LedgerRefusal } from '../ledger/contacts/ledger-refusal.ts';
import type { LedgerPlace } from '../ledger/contacts/open-ledger.ts';
import type { StateRefusal } from '../ledger/refusal.ts';
import { rollbackGuardFolder, type StatePaths, statePaths } from '../ledger/state-paths.ts';
import type { Host, Instant } from '../platform/ports.ts';
import { type OpenedEnvFile, openEnvFile } from './env-file.ts';

/** What each command about campaigns takes, as its options have it. */
interface ProjectOptions {
  /** `name=value`, for the inputs of a campaign. */
  readonly input?: readonly string[] | undefined;
  /** `NAME=value` lines, for what the environment itself does not say. */
  readonly envFile?: string | undefined;
  /** The state folder. Default: `.callsheet` beside the campaign. */
  readonly state?: string | undefined;
  /** URL of the store. Default: that of `CALLSHEET_STORE`; without one, the state is kept in a file. */
  readonly store?: string | undefined;
  /** Sandbox runs have a ledger of their own. They may be thrown away, so it is always a file. */
  readonly sandbox?: boolean | undefined;
  /** Accept a ledger that was copied, restored or moved. */
  readonly adopt?: boolean | undefined;
}

type ProjectHost = Pick<Host, 'cwd' | 'env' | 'files'>;

/** Where campaigns keep what all their runs share, and with which settings they are read. Nothing is open. */
export interface Project {
  readonly host: ProjectHost;
  /** The environment, with the lines of the env file beneath it: of settings and of templates. */
  readonly env: Environment;
  readonly envFile: OpenedEnvFile | undefined;
  readonly inputs: Readonly<Record<string, string>>;
  /** Why an option cannot be used. It keeps a campaign from being loaded; who must act in haste goes on without what it says. */
  readonly fault: string | undefined;
  /** As `ProjectOptions.state`. */
  readonly state: string | undefined;
  /** URL. */
  readonly store: string | undefined;
  readonly sandbox: boolean;
  readonly adopt: boolean;
  /** The secret of the contact ledger, where the environment has it in place of the key file. */
  readonly pepper: string | undefined;
  /** The state of runs that are kept in this process alone. */
  readonly inMemory?: ((about: { readonly campaign: string; readonly run: string }) => StateBackend) | undefined;
}

/** The project of the campaigns that a command is about. */
export function openProject(options: ProjectOptions, host: ProjectHost): Project {
  const inputs = readInputs(options.input ?? []);
  const envFile = options.envFile === undefined ? undefined : openEnvFile(options.envFile, host.cwd);
  const isRead = envFile !== undefined && !('fault' in envFile);
  const env = isRead ? { ...envFile.values, ...host.env } : host.env;
  const { state, sandbox = false, adopt = false } = options;
  const password = host.env['PGPASSWORD'] === undefined ? env['PGPASSWORD'] : undefined;
  const store = withPassword(options.store ?? env['CALLSHEET_STORE']?.trim() ?? '', password);
  return {
    ...createProject({ state, store: sandbox || store === '' ? undefined : store, sandbox, adopt }, { ...host, env }),
    host,
    envFile: isRead ? envFile : undefined,
    inputs: typeof inputs === 'string' ? {} : inputs,
    fault: typeof inputs === 'string' ? inputs : isRead ? undefined : envFile?.fault,
  };
}

/** The driver reads the password from the environment alone, not from an env file. */
function withPassword(store: string, password: string | undefined): string {
  if (password === undefined || !URL.canParse(store)) return store;
  const url = new URL(store);
  if (url.password === '') url.password = encodeURIComponent(password);
  return url.href;
}

/** Where the state of a project is. */
export type ProjectPlace = Pick<Project, 'state' | 'store' | 'sandbox' | 'adopt' | 'inMemory'>;

/** A project of which nothing is asked of options or of an env file. */
export function createProject(place: ProjectPlace, host: ProjectHost): Project {
  const { env } = host;
  const pepper = env['CALLSHEET_CONTACTS_PEPPER'] || undefined;
  return { ...place, host, env, envFile: undefined, inputs: {}, fault: undefined, pepper };
}

/** The values of `--input name=value` by name, or why they cannot be read. */
function readInputs(given: readonly string[]): Readonly<Record<string, string>> | string {
  const inputs: Record<string, string> = {};
  for (const text of given) {
    const at = text.indexOf('=');
    if (at < 1) return `--input takes name=value, not ${text}.`;
    const name = text.slice(0, at);
    if (Object.hasOwn(inputs, name)) return `--input ${name} is given twice.`;
    inputs[name] = text.slice(at + 1);
  }
  return inputs;
}

/** A campaign by its name and the folder of its file: all that is needed to find its state. */
export interface CampaignPlace {
  readonly campaign: { readonly id: string };
  readonly directory: string;
}

export function stateFolder({ state, host }: Pick<Project, 'state' | 'host'>, directory: string): string {
  return resolve(host.cwd, state ?? `${directory}/.callsheet`);
}

export function pathsOf(project: Project, { campaign, directory }: CampaignPlace): StatePaths {
  return statePaths({ folder: stateFolder(project, directory), campaign: campaign.id, sandbox: project.sandbox });
}

export function guardOf({ host }: Project): string | undefined {
  return rollbackGuardFolder(host.env);
}

/** Why a campaign of a project, or what is recorded of it, cannot be opened. Nothing was sent, and nothing was changed. */
export type Refusal = LoadRefusal | StateRefused | ContactsRefusal | ForgottenRefusal;

type LoadRefusal =
  /** An option, or the env file, cannot be read. */
  | { readonly kind: 'options'; readonly fault: string }
  /** There is no campaign file. */
  | { readonly kind: 'absent' }
  /** The campaign has errors. */
  | { readonly kind: 'findings'; readonly diagnostics: readonly Diagnostic[] };

export interface StateRefused {
  readonly kind: 'state';
  readonly refused: StateRefusal;
  /** By the name under which people know the state. */
  readonly location: string;
}

/** The contact ledger of the project cannot be used. */
export interface LedgerRefused {
  readonly kind: 'contacts';
  readonly refused: LedgerRefusal;
  readonly place: Pick<LedgerPlace, 'paths' | 'store'>;
}

export type ContactsRefusal =
  | LedgerRefused
  /** A suppression list that the rules require was never imported, or too long ago. */
  | { readonly kind: 'staleList'; readonly stale: StaleList; readonly now: Instant }
  /** This machine's clock is behind the contact that was recorded last: caps would not count it. */
  | { readonly kind: 'clockBehind'; readonly last: Instant; readonly now: Instant };

export type ForgottenRefusal =
  /** Somebody was forgotten since the campaign was loaded, or it was loaded without the state of the run: load it again. */
  { readonly kind: 'forgotten' } | { readonly kind: 'unknownForgotten'; readonly fault: string };
