import { type RecipientKey, runLabelFault } from '../../job/address.ts';
import { parseStoreAddress } from '../../ledger/store-address.ts';
import type { Host } from '../../platform/ports.ts';
import type { SignedBy } from '../../run/operator/approve-plan.ts';
import {
  choice,
  type ExitMeanings,
  flag,
  list,
  negatedFlag,
  type OptionDefinition,
  type OptionValues,
  positiveNumber,
  text,
  wholeNumber,
  withDefault,
  word,
} from './definitions.ts';

export const input = list('<name=value>', 'value of a campaign input');

export const envFile = text('<file>', 'settings and variables, one NAME=value per line');

const runLabel: OptionDefinition<string> = {
  ...text('<label>', 'name of the run; the date of `starts`, or 1, by default'),
  // The parser says it of an empty one.
  fault: (label) => (label === '' ? undefined : runLabelFault(label)),
};

export const state = text('<folder>', 'state folder; .callsheet beside the campaign by default');

export const store: OptionDefinition<string> = {
  ...text('<url>', 'shared ledger, postgres://USER@HOST/DATABASE, instead of a state file; CALLSHEET_STORE by default'),
  isSecret: true,
  conflicts: { sandbox: 'sandbox runs stay in a file' },
  fault(url) {
    const address = parseStoreAddress(url);
    return 'fault' in address ? `${address.fault}.` : undefined;
  },
};

/** A watch follows the run that the campaign names: its `--run` is another option. */
export const watchedCampaignOptions = { input, state, store, envFile };

/** Of every command about one campaign. */
export const campaignOptions = { ...watchedCampaignOptions, run: runLabel };

/** `aside`: for people, on stderr, where stdout is for lines, rows or a page that somebody reads by machine or keeps in a file. */
export type FindingsWay = 'pretty' | 'json' | 'aside';

export interface CampaignOptions extends OptionValues<typeof campaignOptions> {
  readonly file: string;
  /** Look at what sandbox runs have done, instead of the real service's. */
  readonly sandbox?: boolean;
  /** How the command's output is printed, and with it the findings, where there are errors. */
  readonly format?: string;
  /** Where the format does not tell. */
  readonly findings?: FindingsWay;
}

/** Of a command whose JSON is lines, which a machine reads one by one: its findings go to stderr. */
export function withLines<Options extends { readonly format?: string }>(
  options: Options,
): Options & Pick<CampaignOptions, 'findings'> {
  return options.format === 'json' ? { ...options, findings: 'aside' } : options;
}

/** Of every command about one project. */
export const projectOptions = {
  project: withDefault(text('<folder>', 'folder of contacts.yaml and of the campaigns'), '.'),
  state: text('<folder>', 'state folder; .callsheet in the project by default'),
  store,
  sandbox: flag('use the contact ledger of sandbox runs'),
  adopt: flag('use a contact ledger that was restored from an older copy'),
  envFile,
};

export type ProjectOptions = OptionValues<typeof projectOptions> & Pick<CampaignOptions, 'format'>;

/** Of the commands that record a person's decision. */
export const signedOptions = {
  by: text('<name>', 'who decides; the name of the user by default'),
  comment: text('<text>', 'why, for those who read the report'),
};

export function signedBy({ by, comment }: OptionValues<typeof signedOptions>, { user }: Pick<Host, 'user'>): SignedBy {
  const name = by?.trim() ?? '';
  return { by: name === '' ? user : name, comment };
}

/** Of commands that record a name only where one is given. */
export const namedOptions = {
  by: text('<name>', 'who does this; recorded with the run, for the report'),
};

export const campaignFile = { file: word('campaign file') };
export const showNumbers = flag('show full numbers instead of masked ones');
export const showNames = flag('pages have the names from the lists beside masked numbers, too');

export const service = {
  CALLSHEET_BASE_URL: 'where the service is',
  CALLSHEET_API_KEY: 'the key of the account',
  CALLSHEET_API_SECRET: 'its secret',
  HTTPS_PROXY: 'the HTTP proxy on the way to it, if there is one',
};
export const runsIn = { ...service, CALLSHEET_NOTICE_URL: 'where the notices of `on` go' };

export const couldNotRead = 'could not run: wrong options, a missing file, a damaged state';

/** Of a command that shows what is in a campaign or its state. */
export const shows: ExitMeanings = { 0: 'done', 1: 'the campaign has errors', 2: couldNotRead };

export const runs: ExitMeanings = {
  0: 'finished, or nothing is left to do',
  1: 'the campaign has errors; nothing was sent',
  2: 'could not run: wrong options, no service, not confirmed or approved, another process runs it; or the disk or the store failed meanwhile: what was sent is recorded',
  3: 'jobs were rejected or are in doubt, or a step cannot go on: for a person to look at',
  4: 'stopped with work left: the same command resumes',
};

/** Of the commands that may read an audience from its source. */
export const allowCommands = flag('start the programs that the campaign names under `command`');

/** Of the commands that send. */
export const sendingOptions = {
  format: choice('<format>', 'text, or events as NDJSON', ['text', 'json']),
  yes: flag('confirm everything: do not ask before a real send', { short: 'y' }),
  sandbox: flag('use the built-in service; its clock skips every wait'),
  realTime: {
    ...flag('in the sandbox: do not skip waits'),
    needs: { sandbox: '' },
    conflicts: { at: 'its clock is that of this machine; change `starts`' },
  },
  at: {
    ...text('<date-time>', 'in the sandbox: start time of its clock'),
    needs: { sandbox: 'a real run starts at `starts`, or now' },
  },
  late: flag('start even though `starts` has long passed'),
  adopt: flag(
    'accept a state file that was copied, moved or is missing; runs on two machines do not see each other, and both send WhatsApp messages',
  ),
  acceptEdits: flag('continue although a sent step looks renamed, or the snapshots of the run are unknown'),
  allowCommands,
  showNumbers,
};

/** Of `run` alone. */
export const runOnly = {
  fresh: {
    ...flag('in the sandbox: discard what this campaign has done there, and start over'),
    needs: { sandbox: 'a real run is never discarded' },
    conflicts: { requireApproval: 'approvals are discarded, too; use --plan alone' },
  },
  send: negatedFlag('with a store: lead, and leave sending to workers'),
  plan: text('<file>', 'run exactly this approved plan (from `plan --out`)'),
  requireApproval: flag('start only a plan that somebody has approved: that of --plan, or the one kept here'),
  ...namedOptions,
};

/** Of a run that `run`, a watch or a worker begins. */
export type RunOptions = CampaignOptions &
  MonitorOptions &
  OptionValues<typeof sendingOptions> &
  Partial<OptionValues<typeof partOptions & typeof runOnly>> & {
    /** A worker continues the run of a dead leader, also where it cannot send the notices. */
    readonly continuesAbandoned?: boolean;
  };

const conflicts = {
  out: 'a saved plan is about everybody',
  against: 'that compares plans of everybody',
};

/** Of a run or a plan for some recipients. */
export const partOptions = {
  only: {
    ...list('<key>', 'only this recipient, by number; may be repeated; a later run does the rest'),
    conflicts: { first: '', ...conflicts },
  },
  first: {
    ...positiveNumber('<number>', 'only the first recipients of each audience; a later run does the rest'),
    conflicts,
  },
};

/** The option that limits a run or a plan to some recipients, where one is given. */
export function partName({
  only = [],
  first,
}: Partial<OptionValues<typeof partOptions>>): '--only' | '--first' | undefined {
  return only.length > 0 ? '--only' : first === undefined ? undefined : '--first';
}

/** Of the commands that send for a long time. */
export const monitorOptions = {
  metricsPort: wholeNumber('<port>', 'serve /metrics for Prometheus, /healthz and /livez on this port'),
  metricsHost: {
    ...text('<address>', 'address on which to serve them; 127.0.0.1 by default'),
    needs: { metricsPort: '' },
  },
};

export type MonitorOptions = OptionValues<typeof monitorOptions>;

/** So many samples of each step, or a recipient's number as people write it. */
export type Show = { readonly count: number } | { readonly number: RecipientKey };

export const show: OptionDefinition<Show> = {
  description: 'print the rendered messages: this many for each step (1), or all for one recipient',
  takes: '[count|number]',
  preset: '1',
  fault: (text) =>
    /^\P{L}*\p{Nd}\P{L}*$/u.test(text) && Number(text) !== 0
      ? undefined
      : 'Use a count or a recipient’s number; the campaign file comes before --show.',
  read: (text) => (/^\d{1,4}$/.test(text) ? { count: Number(text) } : { number: text }),
};

interface NameOptions {
  readonly format: string;
  readonly showNames?: boolean;
  readonly showNumbers?: boolean;
}

/** Texts and rows have no names. */
export function namesFault({ format, showNames = false }: NameOptions): string | undefined {
  return showNames && format !== 'html' ? '--show-names is about pages: add --format html' : undefined;
}

/** Whether a page has people's names: then their columns are read. */
export function showsNames({ format, showNames = false, showNumbers = false }: NameOptions): boolean {
  return format === 'html' && (showNames || showNumbers);
}
