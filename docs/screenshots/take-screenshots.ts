import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { closeBrowser, openPage } from '../../test/rig/browser.ts';

// npm run screenshots: takes the screenshots of the README and the documents from the built command line, with Chromium.
const folder = dirname(fileURLToPath(import.meta.url));
const root = join(folder, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'callsheet-screenshots-'));
try {
  const commandLine = join(root, 'dist/src/cli/main.js');
  const options = ['--at', '2026-11-23 08:30', '--format', 'html'];
  const plan = spawnSync(process.execPath, [commandLine, 'plan', 'campaigns/spring-renewal.yaml', ...options], {
    cwd: root,
    encoding: 'utf8',
  });
  if (plan.status !== 0) throw new Error(plan.stderr);
  const page = join(scratch, 'plan.html');
  writeFileSync(page, plan.stdout);
  await using rig = await openPage(pathToFileURL(page).href, { viewport: { width: 1120, height: 750 } });
  await rig.page.screenshot({ path: join(folder, 'plan.png') });
} finally {
  await closeBrowser();
  rmSync(scratch, { recursive: true });
}
