import { readFile } from 'node:fs/promises';
import { minifiedStyle } from './bundle-page.ts';
import type { GeneratedFile } from './generated-file.ts';

/** The style of pages that a command prints: that of all pages, and what documents add to it. */
export async function generateWeb(): Promise<readonly GeneratedFile[]> {
  const own = await readFile(new URL('../src/report/render/style.css', import.meta.url), 'utf8');
  return [
    {
      path: 'src/report/render/style.gen.ts',
      content: `// Made from src/web/style.css and src/report/render/style.css by \`npm run generate\`. Do not edit.
export const documentStyle: string = ${JSON.stringify(await minifiedStyle(own))};
`,
    },
  ];
}
