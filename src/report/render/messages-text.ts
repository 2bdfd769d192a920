import pc from 'picocolors';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Message, MessagePart } from '../../service/operations/definition/message.ts';
import type { ShownSample } from '../document.ts';

type Paint = ReturnType<typeof pc.createColors>;

/** Of each sample what it is, then the message behind a rule. */
export function samplesLines(
  samples: readonly ShownSample[],
  { colour }: { readonly colour: boolean },
): readonly string[] {
  const paint = pc.createColors(colour);
  return samples.flatMap(({ step, about, message, notes }, index) => [
    ...(index === 0 ? [] : ['']),
    `${paint.bold(visibleLine(step))}  ${about.map(visibleLine).join(', ')}`,
    ...messageLines(message, paint),
    ...notes.map((note) => paint.dim(`  ${visibleLine(note)}`)),
  ]);
}

/** The lines of a message, each behind a rule. */
export function messageLines(message: Message | undefined, paint: Paint = pc.createColors(false)): readonly string[] {
  return joinButtons(message?.parts ?? [])
    .flatMap((part) => partLines(part, paint))
    .map((line) => `  ${paint.dim('│')} ${line}`);
}

/** Buttons without a link are in one line. */
function joinButtons(parts: readonly MessagePart[]): readonly (MessagePart | string)[] {
  const joined: (MessagePart | string)[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.kind !== 'button' || part.link !== undefined) joined.push(part);
    else if (typeof last === 'string') joined.splice(-1, 1, `${last}  [${visibleLine(part.text)}]`);
    else joined.push(`[${visibleLine(part.text)}]`);
  }
  return joined;
}

function partLines(part: MessagePart | string, paint: Paint): readonly string[] {
  if (typeof part === 'string') return [part];
  switch (part.kind) {
    case 'title':
      return linesOf(part.text).map((line) => paint.bold(line));
    case 'text':
      return linesOf(part.text);
    case 'footer':
      return linesOf(part.text).map((line) => paint.dim(line));
    case 'media':
      return [`${visibleLine(part.media)}: ${visibleLine(part.source)}`];
    case 'button':
      return [`[${visibleLine(part.text)}] ${visibleLine(part.link ?? '')}`];
    case 'choice':
      return [`• ${visibleLine(part.text)}${part.detail === '' ? '' : `: ${visibleLine(part.detail)}`}`];
    case 'fact':
      return [`${part.name}: ${visibleLine(part.value)}`];
    default:
      return part satisfies never;
  }
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|[\n\r]/).map(visibleLine);
}
