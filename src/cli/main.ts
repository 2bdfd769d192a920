#!/usr/bin/env node
import module from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Node 22.8 and later keep compiled what they compile, which saves some 10 ms of every start. In our own folder: who may write
 * there could change the code itself, which does not hold for the folder that Node takes, in the system's temporary one. Where
 * nothing can be written, nothing is kept and nothing is said; NODE_DISABLE_COMPILE_CACHE and NODE_COMPILE_CACHE hold.
 */
function keepCompiled(): void {
  const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };
  const isBuilt = import.meta.url.endsWith('.js');
  if (isBuilt) enableCompileCache?.(fileURLToPath(new URL('../../.compiled', import.meta.url)));
}

keepCompiled();
// Only now: what is imported above is compiled before.
const { commandLine } = await import('./command-line.ts');
process.exitCode = await commandLine(process.argv.slice(2));
