import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

/** `npm run bench -- --smoke`: everything once and tiny, to see that the bench itself works. Nothing is recorded. */
export const isSmoke = process.env.BENCH_SMOKE === '1';

/** The command line as users have it: what tsx adds in time and memory is not ours. */
export const commandLine = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));

export function requireBuilt(): void {
  if (!existsSync(commandLine)) throw new Error('no dist/src/cli/main.js: `npm run build` first');
}

/** The median with the least and the most. */
export function spread(values: readonly number[], digits = 2): string {
  const sorted = [...values].sort((a, b) => a - b);
  const [least, most] = [sorted[0] ?? Number.NaN, sorted.at(-1) ?? Number.NaN];
  return `${median(values).toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((lower ?? Number.NaN) + (upper ?? Number.NaN)) / 2;
}

/**
 * Prints a section of Markdown, and keeps it in `RESULTS.md` in the place of the one that it had there. A part of a bench is only
 * printed: it would replace the whole.
 */
export function record(title: string, lines: readonly string[], isPart = false): void {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const machine = `${cpus().length} cores of ${cpu?.model.trim() ?? 'an unknown processor'}, ${gigabytes} GB`;
  const when = new Date().toISOString().slice(0, 10);
  const section = `## ${title}\n\n${when}, Node ${process.versions.node}, ${process.platform}, ${machine}.\n\n${align(lines).join('\n')}\n`;
  process.stdout.write(`\n${section}`);
  if (isSmoke || isPart) return;
  const path = fileURLToPath(new URL('RESULTS.md', import.meta.url));
  const head =
    '# What the benches measured\n\nWritten by `npm run bench`; each section by its own module, when it last ran.\n\n';
  const before = existsSync(path) ? readFileSync(path, 'utf8') : head;
  const [first = head, ...sections] = before.split(/^(?=## )/m);
  const others = sections.filter((one) => !one.startsWith(`## ${title}\n`)).map((one) => one.trimEnd());
  writeFileSync(path, `${first}${[...others, section.trimEnd()].sort().join('\n\n')}\n`);
}

/** For readers of the text alone: the formatter leaves `RESULTS.md` as it is. */
function align(lines: readonly string[]): string[] {
  const cells = lines.map((line) =>
    (line.startsWith('|') ? line.slice(1, -1).split('|') : []).map((cell) => cell.trim()),
  );
  const widths: number[] = [];
  for (const row of cells) row.forEach((cell, at) => void (widths[at] = Math.max(widths[at] ?? 3, cell.length)));
  return lines.map((line, at) => {
    const row = cells[at] ?? [];
    if (row.length === 0) return line;
    const padded = row.map((cell, column) => cell.padEnd(widths[column] ?? 0, /^-+$/.test(cell) ? '-' : ' '));
    return `| ${padded.join(' | ')} |`;
  });
}
