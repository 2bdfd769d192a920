import { minifiedStyle } from './bundle-page.ts';
import type { GeneratedFile } from './generated-file.ts';

/** The style of all pages, for those that a command prints. */
export async function generateWeb(): Promise<readonly GeneratedFile[]> {
  return [
    {
      path: 'src/web/style.gen.ts',
      content: `// Made from src/web/style.css by \`npm run generate\`. Do not edit.
export const webStyle: string = ${JSON.stringify(await minifiedStyle(''))};
`,
    },
  ];
}
