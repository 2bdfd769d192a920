import type { OwnCommandEnd } from '../../platform/child-programs.ts';
import type { Host } from '../../platform/ports.ts';
import { exitCode } from '../exit-code.ts';
import { optionWords } from '../options/definitions.ts';
import type { Given } from '../program.ts';

/** Of the request for which the command is started; nothing of it where it is for everybody. */
export interface AskedBy {
  /** Aborts when nobody waits for the command any more. */
  readonly signal?: AbortSignal;
  /** False for a viewer. */
  readonly seesNumbers?: boolean;
  /** What it says on stderr meanwhile. */
  readonly onErr?: (text: string) => void;
}

/** More that read at once would only be in each other's way. */
const atOnce = 2;

export type OwnCommands = ReturnType<typeof createOwnCommands>;

/**
 * The commands behind the page, with the options of this one, each as a process of its own: a large audience that one reads does not
 * hold up the pause button.
 */
export function createOwnCommands(options: Given<'open'>, { env, cwd, ownProgram }: Host) {
  const { input, state, store, envFile, run, sandbox } = options;
  // A store's address may hold a password, which a command line shows to everybody on the machine.
  const surroundings = { cwd, env: store === undefined ? env : { ...env, CALLSHEET_STORE: store } };
  const project = optionWords({ state, envFile, sandbox });
  const campaign = optionWords({ input, state, envFile, run, sandbox });

  // A rehearsal may take minutes, which no other page waits for.
  const [read, rehearse] = [createTurns(atOnce), createTurns(atOnce)];
  const inTurn = (
    turns: Turns,
    words: readonly string[],
    { signal, seesNumbers = true, onErr }: AskedBy = {},
  ): Promise<OwnCommandEnd> =>
    turns(seesNumbers ? 'operator' : 'viewer', signal, async () => {
      const end = await ownProgram.run(words, { ...surroundings, ...(signal && { signal }), ...(onErr && { onErr }) });
      // Findings are printed with the rows of lists that they are about: names, and whatever else a list has.
      return end.code === exitCode.findings && !seesNumbers ? { ...end, err: '' } : end;
    });
  return {
    /** `callsheet NAME FILE` with the options that every command about a campaign takes. */
    about: (name: string, file: string, words: readonly string[] = [], by?: AskedBy) =>
      inTurn(read, [name, file, ...campaign, ...words], by),
    /** `callsheet check FILE`: it knows no state. */
    check: (file: string) => inTurn(read, ['check', file, ...optionWords({ input, envFile, format: 'json' })]),
    /** Pause, resume and cancel: at once, whatever else is being read. */
    control: (name: 'pause' | 'resume' | 'cancel', file: string, words: readonly string[]) =>
      ownProgram.run([name, file, ...campaign, ...words], surroundings),
    /** `callsheet why NUMBER`: all campaigns of a folder. */
    whyPerson: (number: string, place: string, by: AskedBy) =>
      inTurn(read, ['why', number, '--project', place, ...campaign, '--format', 'json'], by),
    /** The same with the options of a project: `suppress`, to read. */
    ofProject: (name: string, words: readonly string[], by: AskedBy) => inTurn(read, [name, ...words, ...project], by),
    /** `suppress`, to record: at once, too. */
    suppress: (words: readonly string[]) => ownProgram.run(['suppress', ...words, ...project], surroundings),
    /** `callsheet forget NUMBER FOLDER`: it knows no sandbox. */
    forget: (number: string, place: string, words: readonly string[]) =>
      ownProgram.run(['forget', `+${number}`, place, ...optionWords({ state, envFile }), ...words], surroundings),
    /** `callsheet rehearse FILE`: it looks at the real contacts, even where a sandbox is watched. */
    rehearse: (file: string, words: readonly string[], by: AskedBy) =>
      inTurn(rehearse, ['rehearse', file, ...optionWords({ input, state, envFile, run }), ...words], by),
    /** `callsheet inbox FILE`, on a free port: it shows nothing but the sandbox. */
    inbox: (file: string) => ownProgram.serve(['inbox', file, ...optionWords({ state, run })], surroundings),
    /** `callsheet run FILE`, which goes on when this process ends. */
    start: (file: string, words: readonly string[], log: string) =>
      ownProgram.start(['run', file, ...campaign, ...words], { ...surroundings, log }),
  };
}

/** Whose command it is. One that is for everybody, such as a plan behind live pages, is an operator's. */
export type Rank = 'operator' | 'viewer';

/** Lets some commands go on at once, and the others wait for their turn. */
type Turns = <Value>(rank: Rank, signal: AbortSignal | undefined, work: () => Promise<Value>) => Promise<Value>;

interface Waiting {
  readonly rank: Rank;
  start(): void;
}

/**
 * Operators go before viewers, and viewers have all places but one: however many pages they open, an operator's page waits for other
 * operators only. Somebody who goes away while they wait loses their turn; `work` is called then, too, and finds the signal aborted.
 */
export function createTurns(places: number): Turns {
  const waiting: Waiting[] = [];
  const running = { operator: 0, viewer: 0 };
  const mayStart = ({ rank }: Waiting): boolean =>
    running.operator + running.viewer < places && (rank === 'operator' || running.viewer < Math.max(1, places - 1));
  const next = (): void => {
    const operator = waiting.find((one) => one.rank === 'operator' && mayStart(one));
    (operator ?? waiting.find(mayStart))?.start();
  };

  return async (rank, signal, work) => {
    let [hasPlace, leave] = [false, () => {}];
    await new Promise<void>((resolve) => {
      const one: Waiting = {
        rank,
        start() {
          hasPlace = true;
          running[rank]++;
          leave();
          resolve();
        },
      };
      const goneAway = (): void => {
        leave();
        resolve();
      };
      leave = () => {
        waiting.splice(waiting.indexOf(one), 1);
        signal?.removeEventListener('abort', goneAway);
      };
      waiting.push(one);
      if (signal?.aborted) goneAway();
      else signal?.addEventListener('abort', goneAway);
      next();
    });
    try {
      return await work();
    } finally {
      if (hasPlace) running[rank]--;
      next();
    }
  };
}
