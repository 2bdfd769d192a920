import { glossary, glossaryExamples } from '../src/diagnostic/glossary.ts';
import type { GeneratedFile } from './generated-file.ts';

/** `docs/glossary.md`: every word with its meaning, in alphabetical order. */
export function generateGlossary(): readonly GeneratedFile[] {
  const entries = Object.entries(glossary).map(
    ([word, meaning]) => `- **${word}**: ${meaning}\n  For example: ${glossaryExamples[word]}`,
  );
  return [{ path: 'docs/glossary.md', content: `${head}\n${entries.join('\n')}\n` }];
}

const head = `<!-- Made from src/diagnostic/glossary.ts by \`npm run generate\`. Do not edit. -->
# Glossary

The same word means the same thing in the campaign file, the code, the output and these pages.
\`callsheet explain "in doubt"\` prints an entry in the terminal.
`;
