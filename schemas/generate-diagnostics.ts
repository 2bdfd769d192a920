import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type DiagnosticCode, diagnosticCodes } from '../src/diagnostic/codes.ts';
import { explanations } from '../src/diagnostic/explanations.ts';
import { type FindingExample, readFindingExample, runFindingExample } from '../test/rig/finding-example.ts';
import type { GeneratedFile } from './generated-file.ts';

/** `docs/diagnostics.md`: every code with its cause, an example that is really checked, its exact output, and how to fix it. */
export async function generateDiagnostics(): Promise<readonly GeneratedFile[]> {
  const codes = Object.keys(diagnosticCodes).sort() as DiagnosticCode[];
  const sections = [];
  for (const code of codes) {
    const group = groups[code.slice(0, 3)];
    if (code.endsWith('001') && group !== undefined) sections.push(`## ${group}\n`);
    sections.push(await section(code));
  }
  return [{ path: 'docs/diagnostics.md', content: `${head}\n${sections.join('\n')}` }];
}

const head = `<!-- Made from src/diagnostic/ and test/golden/check/ by \`npm run generate\`. Do not edit. -->
# Findings

Every finding has a code whose meaning never changes; those from CS5101 to CS5199 are made by \`plan\`, all others by \`check\`.
\`callsheet explain CS3006\` prints the same in the terminal. Errors keep a campaign from being planned and run;
warnings do not. Each command below is run on the files shown above it by a test, which compares what it prints.
`;

const groups: Readonly<Record<string, string>> = {
  CS1: 'CS1xxx: text and YAML',
  CS2: 'CS2xxx: shape',
  CS3: 'CS3xxx: references and order',
  CS4: "CS4xxx: the service's rules",
  CS5: 'CS5xxx: time',
  CS6: 'CS6xxx: audiences',
};

async function section(code: DiagnosticCode): Promise<string> {
  const { cause, fix } = explanations[code];
  const path = fileURLToPath(new URL(`../test/golden/check/${code}.txt`, import.meta.url));
  const shown = await shownExample(readFindingExample(readFileSync(path, 'utf8')));
  return `### ${code}\n\n**${diagnosticCodes[code]}**\n\n${cause}\n\n${shown}\nHow to fix: ${fix}\n`;
}

async function shownExample(example: FindingExample): Promise<string> {
  const { files, maker, command } = example;
  const { out } = await runFindingExample(example);
  const shown = Object.entries(files).map(([name, content]) => {
    const text = typeof content === 'string' ? content : Buffer.from(content).toString('latin1');
    const encoding = typeof content === 'string' ? '' : ', saved as Latin-1';
    return `\`${name}\`${encoding}:\n\n${fenced(name.split('.').at(-1)!, text)}`;
  });
  const commands = [...(maker === undefined ? [] : [`node ${maker}`]), command];
  const typed = commands.map((line) => `$ ${line}\n`).join('');
  return `${shown.join('\n')}\n${fenced('console', `${typed}${anyZoneData(out)}`)}`;
}

/** Each Node brings its own data; the page is the same on all. */
function anyZoneData(text: string): string {
  return text.replace(/\btzdata \d{4}[a-z]/g, 'tzdata 2025c');
}

const languages: Readonly<Record<string, string>> = { yaml: 'yaml', console: 'console', mjs: 'js' };

function fenced(kind: string, text: string): string {
  return `\`\`\`${languages[kind] ?? 'text'}\n${text.replace(/\n*$/, '\n')}\`\`\`\n`;
}
