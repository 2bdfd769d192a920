import { buildProcess } from '../build-process.ts';
import { builtMain, type Child, startChild } from '../child.ts';

/** What is attacked: something that is started like `callsheet`. */
export type Program = (args: readonly string[], options: ProgramOptions) => Child;

export interface ProgramOptions {
  readonly cwd: string;
  /** Undefined takes a variable away. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The command line as users have it: `npm run build` makes it. */
export const product: Program = (args, options) => startChild([builtMain, ...args], options);

/** A client that keeps none of the promises, to prove that the judge finds that out. */
export async function buildNaive(): Promise<Program> {
  const main = await buildProcess(new URL('naive-client.ts', import.meta.url));
  return (args, options) => startChild([main, ...args], options);
}
