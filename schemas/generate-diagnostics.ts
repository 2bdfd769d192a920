import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type DiagnosticCode, diagnosticCodes } from '../src/diagnostic/codes.ts';
import { explanations } from '../src/diagnostic/explanations.ts';
import { readFindingExample, runFindingExample } from '../test/campaign/finding-example.ts';
import type { GeneratedFile } from './generated-file.ts';

/**
 * `docs/diagnostics.md`: every code with its cause, an example that is really checked, its exact output, and how to fix it;
 * and the same examples for `callsheet explain`.
 */
export async function generateDiagnostics(): Promise<readonly GeneratedFile[]> {
  const codes = Object.keys(diagnosticCodes).sort() as DiagnosticCode[];
  const sections = [];
  const index: string[] = [];
  const examples: Record<string, { readonly wrong: string; readonly fix: string }> = {};
  for (const code of codes) {
    const group = groups[code.slice(0, 3)];
    if (code.endsWith('001') && group !== undefined) {
      sections.push(`## ${group}\n`);
      index.push(`\n**${group}**\n\n`);
    }
    index.push(`- [${code}](#${code.toLowerCase()}) ${diagnosticCodes[code]}\n`);
    const { cause, fix } = explanations[code];
    const { blocks, fix: change } = await exampleOf(code);
    sections.push(
      `### ${code}\n\n**${diagnosticCodes[code]}**\n\n${cause}\n\n${inMarkdown(blocks)}\nHow to fix: ${fix}\n${change === '' ? '' : `\n${fenced('diff', change)}`}`,
    );
    examples[code] = { wrong: inTerminal(blocks), fix: change };
  }
  return [
    { path: 'docs/diagnostics.md', content: `${head}${index.join('')}\n${sections.join('\n')}` },
    { path: 'src/report/diagnostics/finding-examples.gen.ts', content: examplesModule(examples) },
  ];
}

function examplesModule(examples: Readonly<Record<string, object>>): string {
  const rows = Object.entries(examples).map(([code, text]) => `  ${code}: ${JSON.stringify(text)},\n`);
  return `// Made from test/golden/check/ by \`npm run generate\`. Do not edit.
import type { DiagnosticCode } from '../../diagnostic/codes.ts';

/** What causes each finding, and what to change: lines that go, and lines that come in their place. */
export const findingExamples: Readonly<Record<DiagnosticCode, { readonly wrong: string; readonly fix: string }>> = {
${rows.join('')}};
`;
}

const head = `<!-- Made from src/diagnostic/ and test/golden/check/ by \`npm run generate\`. Do not edit. -->
# Findings

Every finding has a code whose meaning never changes. \`check\` makes nearly all of them; those from CS5101 to CS5106 need a
plan, and CS6032, CS6033 and those from CS6035 to CS6037 are about reading the source of an audience.
\`callsheet explain CS3006\` prints the same in the terminal. Errors keep a campaign from being planned and run;
warnings do not. Each command below is run on the files shown above it by a test, which compares what it prints, and the
lines below “How to fix” are changed by a test, which then finds nothing: \`-\` goes, \`+\` comes in its place, \`@\` is the file
(the campaign unless it says another), \`$\` is what is typed.
`;

const groups: Readonly<Record<string, string>> = {
  CS1: 'CS1xxx: text and YAML',
  CS2: 'CS2xxx: shape',
  CS3: 'CS3xxx: references and order',
  CS4: "CS4xxx: the service's rules",
  CS5: 'CS5xxx: time',
  CS6: 'CS6xxx: audiences',
};

/** A file of an example under its name, or what is typed and printed, without a name. */
interface Block {
  readonly name: string | undefined;
  readonly note: string;
  readonly kind: string;
  readonly text: string;
}

async function exampleOf(code: DiagnosticCode): Promise<{ readonly blocks: readonly Block[]; readonly fix: string }> {
  const path = fileURLToPath(new URL(`../test/golden/check/${code}.txt`, import.meta.url));
  const example = readFindingExample(readFileSync(path, 'utf8'));
  const { files, maker, before, command } = example;
  const { out } = await runFindingExample(example);
  const shown = Object.entries(files).map(([name, content]): Block => {
    const text = typeof content === 'string' ? content : Buffer.from(content).toString('latin1');
    const note = typeof content === 'string' ? '' : ', saved as Latin-1';
    return { name, note, kind: name.split('.').at(-1)!, text };
  });
  const commands = [...(maker === undefined ? [] : [`node ${maker}`]), ...before, command];
  const typed = commands.map((line) => `$ ${line}\n`).join('');
  const printed = { name: undefined, note: '', kind: 'console', text: `${typed}${anyZoneData(out)}` };
  return { blocks: [...shown, printed], fix: example.fix ?? '' };
}

function inMarkdown(blocks: readonly Block[]): string {
  return blocks
    .map(({ name, note, kind, text }) => `${name === undefined ? '' : `\`${name}\`${note}:\n\n`}${fenced(kind, text)}`)
    .join('\n');
}

function inTerminal(blocks: readonly Block[]): string {
  return blocks
    .map(({ name, note, text }) => {
      const whole = text.replace(/\n*$/, '\n');
      return name === undefined ? whole : `${name}${note}:\n${whole.replace(/^(?=.)/gm, '    ')}`;
    })
    .join('\n');
}

/** Each Node brings its own data; the page is the same on all. */
function anyZoneData(text: string): string {
  return text.replace(/\btzdata \d{4}[a-z]/g, 'tzdata 2025c');
}

const languages: Readonly<Record<string, string>> = { yaml: 'yaml', console: 'console', mjs: 'js', diff: 'diff' };

function fenced(kind: string, text: string): string {
  return `\`\`\`${languages[kind] ?? 'text'}\n${text.replace(/\n*$/, '\n')}\`\`\`\n`;
}
