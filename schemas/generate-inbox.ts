import { bundlePage } from './bundle-page.ts';
import type { GeneratedFile } from './generated-file.ts';

/** The sandbox's inbox page. */
export function generateInbox(): Promise<readonly GeneratedFile[]> {
  return bundlePage({
    folder: 'src/sandbox/inbox/page/',
    into: 'src/sandbox/inbox/inbox-assets.gen.ts',
    name: 'inbox',
  });
}
