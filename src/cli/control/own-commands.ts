import {
  type OwnCommandEnd,
  type OwnServer,
  runOwnCommand,
  startOwnCommand,
  startOwnServer,
} from '../../platform/own-program.ts';
import type { Host } from '../../platform/ports.ts';
import type { ControlOptions } from './open-options.ts';

/**
 * The commands behind the page, with the options of this one, each as a process of its own: a large audience that one reads does not
 * hold up the pause button.
 */
export interface OwnCommands {
  /** `callsheet NAME FILE` with the options that every command about a campaign takes. */
  about(name: string, file: string, words?: readonly string[], more?: RunWays): Promise<OwnCommandEnd>;
  /** Pause, resume and cancel: at once, whatever else is being read. */
  control(name: 'pause' | 'resume' | 'cancel', file: string, words: readonly string[]): Promise<OwnCommandEnd>;
  /** `callsheet why NUMBER`: all campaigns of a folder. */
  whyPerson(number: string, project: string): Promise<OwnCommandEnd>;
  /** The same with the options of a project: `suppress`, to read. */
  ofProject(name: string, words: readonly string[]): Promise<OwnCommandEnd>;
  /** `suppress`, to record: at once, too. */
  suppress(words: readonly string[]): Promise<OwnCommandEnd>;
  /** `callsheet forget NUMBER FOLDER`: it knows no sandbox. */
  forget(number: string, project: string, words: readonly string[]): Promise<OwnCommandEnd>;
  /** `callsheet rehearse FILE`: it knows no state. */
  rehearse(file: string, words: readonly string[], more?: RunWays): Promise<OwnCommandEnd>;
  /** `callsheet inbox FILE`, on a free port: it knows no --sandbox, and shows nothing else. */
  inbox(file: string): Promise<OwnServer>;
  /** `callsheet run FILE`, which goes on when this process ends. */
  start(file: string, words: readonly string[], log: string): Promise<number | null>;
}

interface RunWays {
  readonly signal?: AbortSignal;
  readonly onErr?: (text: string) => void;
}

/** More that read at once would only be in each other's way. */
const atOnce = 2;

export function createOwnCommands(options: ControlOptions, { env, cwd }: Host): OwnCommands {
  const { input, state, store, envFile, run, sandbox } = options;
  // A store's address may hold a password, which a command line shows to everybody on the machine.
  const surroundings = { cwd, env: store === undefined ? env : { ...env, CALLSHEET_STORE: store } };
  const inputs = input.flatMap((one) => ['--input', one]);
  const settings = envFile === undefined ? [] : ['--env-file', envFile];
  const label = run === undefined ? [] : ['--run', run];
  const folder = state === undefined ? [] : ['--state', state];
  const trial = sandbox ? ['--sandbox'] : [];
  const project = [...folder, ...settings, ...trial];
  const campaign = [...inputs, ...folder, ...settings, ...label, ...trial];

  let running = 0;
  const waiting: (() => void)[] = [];
  const inTurn = async (words: readonly string[], ways: RunWays = {}): Promise<OwnCommandEnd> => {
    if (running >= atOnce) await new Promise<void>((resolve) => void waiting.push(resolve));
    else running++;
    try {
      return await runOwnCommand(words, { ...surroundings, ...ways });
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
  return {
    about: (name, file, words = [], ways) => inTurn([name, file, ...campaign, ...words], ways),
    control: (name, file, words) => runOwnCommand([name, file, ...campaign, ...words], surroundings),
    whyPerson: (number, place) => inTurn(['why', number, '--project', place, ...campaign, '--format', 'json']),
    ofProject: (name, words) => inTurn([name, ...words, ...project]),
    suppress: (words) => runOwnCommand(['suppress', ...words, ...project], surroundings),
    forget: (number, place, words) =>
      runOwnCommand(['forget', number, place, ...folder, ...settings, ...words], surroundings),
    rehearse: (file, words, ways) => inTurn(['rehearse', file, ...inputs, ...settings, ...label, ...words], ways),
    inbox: (file) => startOwnServer(['inbox', file, ...inputs, ...folder, ...settings, ...label], surroundings),
    start: (file, words, log) => startOwnCommand(['run', file, ...campaign, ...words], { ...surroundings, log }),
  };
}
