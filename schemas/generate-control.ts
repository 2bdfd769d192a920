import { bundlePage } from './bundle-page.ts';
import type { GeneratedFile } from './generated-file.ts';

/** The page of `callsheet open`. */
export function generateControl(): Promise<readonly GeneratedFile[]> {
  return bundlePage({ folder: 'src/control/page/', into: 'src/control/control-assets.gen.ts', name: 'control' });
}
