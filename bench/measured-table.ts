import { readFileSync, writeFileSync } from 'node:fs';

const page = new URL('../docs/guarantees.md', import.meta.url);
const heading = '## Measured';
const head = `${heading}

\`npm run soak\` writes this table: each row by its own module, when it last ran to its end.
A failure is printed with the command that replays it.

| hunt | when, on | what was done | promises broken |
|---|---|---|---|
`;

/** Puts a soak's figures into the table of the guarantees, in place of what the same soak wrote before. */
export function noteMeasured(row: { readonly hunt: string; readonly done: string; readonly broken: number }): void {
  const text = readFileSync(page, 'utf8');
  const at = text.indexOf(heading);
  const before = at === -1 ? `${text.trimEnd()}\n\n` : text.slice(0, at);
  const rows =
    at === -1
      ? []
      : text
          .slice(at)
          .split('\n')
          .filter((line) => /^\| (?!hunt )\S/.test(line) && !line.startsWith('|---'));
  const others = rows.filter((line) => !line.startsWith(`| ${row.hunt} |`));
  const now = new Date().toISOString().slice(0, 10);
  const mine = `| ${row.hunt} | ${now}, Node ${process.versions.node} | ${row.done} | ${row.broken} |`;
  writeFileSync(page, `${before}${head}${[...others, mine].sort().join('\n')}\n`);
}
