import type { MessagePart } from '../../service/operations/definition/message.ts';
import { inertMarkdown, inlineCode } from '../render/markdown.ts';
import type { ShownSample } from './shown-sample.ts';

/** A quotation per sample, folded. */
export function samplesToMarkdown(samples: readonly ShownSample[]): string {
  const blocks = samples.map(({ step, about, message, notes }) => {
    const quoted = (message?.parts ?? []).flatMap(partLines).map((line) => `> ${line}  `);
    const asides = notes.map((note) => `- ${inertMarkdown(note)}`);
    return [
      `**${inertMarkdown(step)}** ${inertMarkdown(about.join(', '))}`,
      ...(quoted.length === 0 ? [] : ['', ...quoted]),
      ...(asides.length === 0 ? [] : ['', ...asides]),
      '',
    ].join('\n');
  });
  return `\n<details><summary>Messages</summary>\n\n${blocks.join('\n')}\n</details>\n`;
}

function partLines(part: MessagePart): readonly string[] {
  switch (part.kind) {
    case 'title':
    case 'text':
    case 'footer':
      return part.text.split(/\r\n|[\n\r]/).map(inertMarkdown);
    case 'media':
      return [`${part.media}: ${inertMarkdown(part.source)}`];
    case 'button':
      return [`${inlineCode(part.text)}${part.link === undefined ? '' : ` → ${inertMarkdown(part.link)}`}`];
    case 'choice':
      return [`${inlineCode(part.text)} ${inertMarkdown(part.detail)}`.trimEnd()];
    case 'fact':
      return [`${part.name}: ${inertMarkdown(part.value)}`];
    default:
      return part satisfies never;
  }
}
