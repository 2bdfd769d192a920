import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import type { GeneratedFile } from './generated-file.ts';

/** The sandbox's inbox page as one module: its script with everything that it imports, and its style. */
export async function generateInbox(): Promise<readonly GeneratedFile[]> {
  const page = fileURLToPath(new URL('../src/sandbox/inbox/page/', import.meta.url));
  const bundle = await build({
    entryPoints: [`${page}main.ts`],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    // Names of files in comments would differ from folder to folder.
    legalComments: 'none',
    charset: 'utf8',
    write: false,
  });
  const style = await transform(await readFile(`${page}style.css`, 'utf8'), { loader: 'css', minify: true });
  const script = bundle.outputFiles[0]?.text ?? '';
  return [
    {
      path: 'src/sandbox/inbox/inbox-assets.gen.ts',
      content: `${banner}
export const inboxScript: string = ${JSON.stringify(script)};

export const inboxStyle: string = ${JSON.stringify(style.code)};
`,
    },
  ];
}

const banner = '// Made from src/sandbox/inbox/page/ by `npm run generate`. Do not edit.';
