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
 * Prints a section of Markdown, and keeps it in `RESULTS.md` in the place of the one that it had there. Of a part of a bench, each row
 * replaces those that begin with the same `part.cells` cells; the rest of the section stays as it was, unless another machine wrote it.
 */
export function record(title: string, lines: readonly string[], part?: { readonly cells: number }): void {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const machine = `${cpus().length} cores of ${cpu?.model.trim() ?? 'an unknown processor'}, ${gigabytes} GB`;
  const when = new Date().toISOString().slice(0, 10);
  const about = `## ${title}\n\n${when}, Node ${process.versions.node}, ${process.platform}, ${machine}.\n\n`;
  process.stdout.write(`\n${about}${align(lines).join('\n')}\n`);
  if (isSmoke) return;
  const path = fileURLToPath(new URL('RESULTS.md', import.meta.url));
  const head =
    '# What the benches measured\n\nWritten by `npm run bench`; each section by its own module, when it last ran.\n\n';
  const before = existsSync(path) ? readFileSync(path, 'utf8') : head;
  const [first = head, ...sections] = before.split(/^(?=## )/m);
  const isThis = (section: string): boolean => section.startsWith(`## ${title}\n`);
  const recorded = sections
    .find((section) => isThis(section) && section.includes(machine))
    ?.trimEnd()
    .split('\n')
    .slice(about.trimEnd().split('\n').length + 1);
  const whole = part !== undefined && recorded !== undefined ? withRows(recorded, lines, part.cells) : lines;
  const section = about + align(whole).join('\n');
  const others = sections.filter((one) => !isThis(one)).map((one) => one.trimEnd());
  writeFileSync(path, `${first}${[...others, section].sort().join('\n\n')}\n`);
}

/**
 * The lines of `recorded`, with the rows of the tables in `measured` in place of those that begin with the same cells, and with the
 * tables that it does not have yet.
 */
function withRows(recorded: readonly string[], measured: readonly string[], cells: number): readonly string[] {
  const headOf = ([line = '']: readonly string[]): string => (line.startsWith('|') ? cellsOf(line).join() : '');
  const known = new Set(['', ...blocksOf(recorded).map(headOf)]);
  const further = blocksOf(measured).filter((block) => !known.has(headOf(block)));
  return [...replaced(recorded, measured, cells), ...further.flatMap((block) => ['', ...block])];
}

function replaced(recorded: readonly string[], measured: readonly string[], cells: number): readonly string[] {
  const nameOf = (row: string): string => cellsOf(row).slice(0, cells).join('|');
  return blocksOf(recorded).flatMap((block) => {
    const [head = '', rule = '', ...rows] = block;
    const same = blocksOf(measured).find(
      ([line = '']) => line.startsWith('|') && cellsOf(line).join() === cellsOf(head).join(),
    );
    const newRows = same?.slice(2) ?? [];
    if (newRows.length === 0) return block;
    const names = new Set([...rows, ...newRows].map(nameOf));
    const rowsOf = (name: string) => {
      const isOf = (row: string): boolean => nameOf(row) === name;
      return newRows.some(isOf) ? newRows.filter(isOf) : rows.filter(isOf);
    };
    return [head, rule, ...[...names].flatMap(rowsOf)];
  });
}

/** Each table, and what is between them. */
function blocksOf(lines: readonly string[]): readonly (readonly string[])[] {
  const blocks: string[][] = [];
  lines.forEach((line, at) => {
    if (at === 0 || line.startsWith('|') !== lines[at - 1]?.startsWith('|')) blocks.push([]);
    blocks.at(-1)?.push(line);
  });
  return blocks;
}

function cellsOf(line: string): readonly string[] {
  return (line.startsWith('|') ? line.slice(1, -1).split('|') : []).map((cell) => cell.trim());
}

/** For readers of the text alone: the formatter leaves `RESULTS.md` as it is. */
function align(lines: readonly string[]): string[] {
  const cells = lines.map(cellsOf);
  const widths: number[] = [];
  for (const row of cells) row.forEach((cell, at) => void (widths[at] = Math.max(widths[at] ?? 3, cell.length)));
  return lines.map((line, at) => {
    const row = cells[at] ?? [];
    if (row.length === 0) return line;
    const padded = row.map((cell, column) => cell.padEnd(widths[column] ?? 0, /^-+$/.test(cell) ? '-' : ' '));
    return `| ${padded.join(' | ')} |`;
  });
}
