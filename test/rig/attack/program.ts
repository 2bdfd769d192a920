import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '../child.ts';

/** What is attacked: something that is started like `callsheet`. */
export type Program = (args: readonly string[], options: ProgramOptions) => Child;

export interface ProgramOptions {
  readonly cwd: string;
  /** Undefined takes a variable away. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

const builtMain = fileURLToPath(new URL('../../../dist/src/cli/main.js', import.meta.url));

/** The command line as users have it: `npm run build` makes it. */
export const product: Program = (args, options) => startChild([builtMain, ...args], options);

const naiveMain = fileURLToPath(new URL('./naive-client.ts', import.meta.url));
const tsx = import.meta.resolve('tsx');

/** A client that keeps none of the promises, to prove that the judge finds that out. */
export const naive: Program = (args, options) => startChild(['--import', tsx, naiveMain, ...args], options);
