import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type DiagnosticCode, diagnosticCodes } from '../src/diagnostic/codes.ts';
import { explanations } from '../src/diagnostic/explanations.ts';
import { checkFiles, readExample } from '../test/rig/check-example.ts';
import type { GeneratedFile } from './generated-file.ts';

/** `docs/diagnostics.md`: every code with its cause, an example that is really checked, its exact output, and how to mend it. */
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

Every finding of \`check\` has a code whose meaning never changes. \`callsheet explain CS3006\` prints in the terminal what
stands here. Errors keep a campaign from being planned and run; warnings do not. The outputs below are those of
\`callsheet check\` on the files shown; a test compares them.
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
  const { cause, mend } = explanations[code];
  const example = exampleOf(code);
  const shown = example === undefined ? '' : `\n${await shownExample(example)}`;
  return `### ${code}\n\n**${diagnosticCodes[code]}**\n\n${cause}\n${shown}\nTo mend it: ${mend}\n`;
}

function exampleOf(code: DiagnosticCode): Record<string, string | Uint8Array> | undefined {
  const path = fileURLToPath(new URL(`../test/golden/check/${code}.txt`, import.meta.url));
  return existsSync(path) ? readExample(readFileSync(path, 'utf8')) : undefined;
}

async function shownExample(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const campaigns = Object.keys(files).filter((name) => name.endsWith('.yaml'));
  const { out } = await checkFiles(files, { files: campaigns });
  const shown = Object.entries(files).map(([name, content]) => {
    const text = typeof content === 'string' ? content : Buffer.from(content).toString('latin1');
    const encoding = typeof content === 'string' ? '' : ', saved as Latin-1';
    return `\`${name}\`${encoding}:\n\n${fenced(name.split('.').at(-1)!, text)}`;
  });
  return `${shown.join('\n')}\n${fenced('text', out)}`;
}

function fenced(language: string, text: string): string {
  const known = ['yaml', 'csv', 'text'].includes(language) ? language : 'text';
  return `\`\`\`${known === 'csv' ? 'text' : known}\n${text.replace(/\n*$/, '\n')}\`\`\`\n`;
}
