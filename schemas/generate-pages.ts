import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import type { GeneratedFile } from './generated-file.ts';

/** The style of all pages, and the script of those that have one: of `callsheet open`, and of the sandbox's inbox. */
export async function generatePages(): Promise<readonly GeneratedFile[]> {
  return [
    textModule('src/web/style.css', 'src/web/style.gen.ts', 'pageStyle', await minified('src/web/style.css')),
    await script('src/control/page/main.ts', 'src/control/control-script.gen.ts', 'controlScript'),
    await script('src/sandbox/inbox/page/main.ts', 'src/sandbox/inbox/inbox-script.gen.ts', 'inboxScript'),
  ];
}

function textModule(from: string, path: string, name: string, text: string): GeneratedFile {
  const head = `// Made from ${from} by \`npm run generate\`. Do not edit.`;
  return { path, content: `${head}\nexport const ${name}: string = ${JSON.stringify(text)};\n` };
}

async function minified(style: string): Promise<string> {
  const written = await readFile(inRepository(style), 'utf8');
  return (await transform(written, { loader: 'css', minify: true, charset: 'utf8' })).code;
}

/** A page as one module, with everything that it imports. */
async function script(main: string, path: string, name: string): Promise<GeneratedFile> {
  const { outputFiles } = await build({
    entryPoints: [inRepository(main)],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    // Names of files in comments would differ from folder to folder.
    legalComments: 'none',
    charset: 'utf8',
    write: false,
  });
  return textModule(main, path, name, outputFiles[0]?.text ?? '');
}

function inRepository(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
