import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Assumption, assumptions } from '../../src/service/contract/assumptions.ts';

test('docs/assumptions.md lists every assumption, its reason and what changes it', async () => {
  const page = new URL('../../docs/assumptions.md', import.meta.url).pathname;
  await expect(pageOf(assumptions)).toMatchFileSnapshot(page);
  expect(readFileSync(page, 'utf8')).toContain('`whatsapp.session-closed`');
});

function pageOf(all: Readonly<Record<string, Assumption>>): string {
  const rows = Object.entries(all).map(
    ([id, { what, reason, setting }]) => `| \`${id}\` | ${what} | ${reason} | ${setting ?? ''} |`,
  );
  return `# What we had to assume

The service's document leaves some questions open. Callsheet answers each of them in one way, everywhere: the check,
the client and the sandbox share these answers. If the service turns out to differ, look at this list.

\`src/service/contract/assumptions.ts\` has the table; after a change there, this command writes the page:
\`npx vitest run test/repository/assumptions-page.test.ts -u\`.

| assumption | what we do | why | what changes it |
|---|---|---|---|
${rows.join('\n')}
`;
}
