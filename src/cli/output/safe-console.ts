import { visibleOutput } from '../../diagnostic/visible-text.ts';
import type { Console } from '../../platform/ports.ts';

/**
 * The console that every command prints through: whatever text of others an output holds, it cannot control a terminal. Of escape
 * sequences only our own colours pass, where there are colours. What would end a line is up to the printers (`visibleLine`).
 */
export function safeConsole(console: Console): Console {
  const { colour } = console;
  const safe = (text: string): string => visibleOutput(text, { colour });
  return {
    ...console,
    get height() {
      return console.height;
    },
    get width() {
      return console.width;
    },
    out: (text) => console.out(safe(text)),
    err: (text) => console.err(safe(text)),
    ask: (question) => console.ask(safe(question)),
  };
}
