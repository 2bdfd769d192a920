import { readFile, rename } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** `engine-process.ts` with the built `dist/src` in one file: hundreds of processes start it, and most of their time is loading. */
export const buildEngineProcess = (): Promise<string> => buildProcess(new URL('engine-process.ts', import.meta.url));

/** A program of the tests in one file. */
export async function buildProcess(program: URL): Promise<string> {
  const name = basename(program.pathname, '.ts');
  const outfile = fileURLToPath(new URL(`../../dist/test/${name}.cjs`, import.meta.url));
  const temporary = `${outfile}.${process.pid}`;
  await build({
    entryPoints: [fileURLToPath(program)],
    outfile: temporary,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    external: ['libsql', 'pg', 'pg-native'],
    plugins: [
      {
        name: 'built-source',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\.\.\/\.\.\/src\// }, ({ path }) => ({
            path: fileURLToPath(new URL(path.replace(/^\.\.\/\.\.\/(.+)\.ts$/, '../../dist/$1.js'), import.meta.url)),
          }));
          // What a module loads beside itself stays where it is.
          onLoad({ filter: /[/\\]dist[/\\]src[/\\].+\.js$/ }, async ({ path }) => ({
            contents: (await readFile(path, 'utf8')).replaceAll(
              'import.meta.url',
              JSON.stringify(pathToFileURL(path).href),
            ),
          }));
        },
      },
    ],
  });
  // Another test file may do the same at this moment.
  await rename(temporary, outfile);
  return outfile;
}
