import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

/**
 * Keeps what V8 compiled of the built command line, an eighth of a short command’s CPU time. Node’s own compile cache has only
 * what was compiled before it ran, and Node 20 has none. It is kept in the package's own folder: a person who can write there can
 * change the code itself. If nothing can be written, nothing is kept and nothing is said.
 */
export function keepCompiled(): void {
  // From sources there are no parts.
  const isBuilt = import.meta.url.endsWith('.js');
  if (!isBuilt || process.env['NODE_DISABLE_COMPILE_CACHE']) return;
  const parts = dirname(fileURLToPath(import.meta.url));
  // V8 itself refuses what was compiled with other flags or for another processor, or from a text of another length.
  const folder = join(parts, '../../.compiled', `${process.version}-${process.arch}`);
  const { _extensions: loaders } = Module as unknown as { _extensions: Record<'.js', Loader> };
  const load = loaders['.js'];
  const compiled = new Map<string, Script>();
  loaders['.js'] = (module, filename) => {
    if (dirname(filename) !== parts) {
      load(module, filename);
      return;
    }
    const file = join(folder, `${basename(filename)}.${statSync(filename).mtimeMs}`);
    const text = Module.wrap(readFileSync(filename, 'utf8'));
    const script = new Script(text, { filename, cachedData: readIfThere(file) });
    if (script.cachedDataRejected !== false) compiled.set(file, script);
    const require = Module.createRequire(filename);
    script.runInThisContext().call(module.exports, module.exports, require, module, filename, parts);
  };
  // Only then V8 has compiled the functions that the command called.
  process.on('exit', () => {
    if (compiled.size > 0) write(folder, compiled);
  });
}

type Loader = (module: NodeJS.Module, filename: string) => void;

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Another process may read the same file at this moment, so each appears under its name when it is whole. */
function write(folder: string, compiled: ReadonlyMap<string, Script>): void {
  try {
    mkdirSync(folder, { recursive: true });
    for (const [file, script] of compiled) {
      const temporary = `${file}.${process.pid}`;
      writeFileSync(temporary, script.createCachedData(), { flag: 'wx', flush: true });
      renameSync(temporary, file);
    }
  } catch {
    // A folder that takes no files: the next start compiles again.
  }
}
