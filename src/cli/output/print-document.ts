import type { Console } from '../../platform/ports.ts';
import type { Document } from '../../report/document.ts';
import { type DocumentFormat, renderers } from '../../report/render/index.ts';
import { fitTerminal } from './fit-terminal.ts';

/** `complete`: makes commands in a text what people can type. */
export function printDocument(
  document: Document,
  format: DocumentFormat,
  console: Console,
  complete: (text: string) => string = String,
): void {
  const printed = renderers[format](document, console);
  console.out(format === 'text' ? fitTerminal(complete(printed), console) : printed);
}
