import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import type { GeneratedFile } from './generated-file.ts';

/** The style of all pages, and what is added to it. */
export async function minifiedStyle(added: string): Promise<string> {
  const shared = await readFile(new URL('../src/web/style.css', import.meta.url), 'utf8');
  return (await transform(shared + added, { loader: 'css', minify: true, charset: 'utf8' })).code;
}

/** A page as one module: its script with everything that it imports, and its style. */
export async function bundlePage(given: {
  /** Its folder in the repository, with `main.ts` and `style.css`. */
  readonly folder: string;
  readonly into: string;
  /** What the exported texts are called: `inbox` for `inboxScript` and `inboxStyle`. */
  readonly name: string;
}): Promise<readonly GeneratedFile[]> {
  const { folder, into, name } = given;
  const page = fileURLToPath(new URL(`../${folder}`, import.meta.url));
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
  const own = await readFile(`${page}style.css`, 'utf8');
  const script = bundle.outputFiles[0]?.text ?? '';
  return [
    {
      path: into,
      content: `// Made from ${folder} by \`npm run generate\`. Do not edit.
export const ${name}Script: string = ${JSON.stringify(script)};

export const ${name}Style: string = ${JSON.stringify(await minifiedStyle(own))};
`,
    },
  ];
}
