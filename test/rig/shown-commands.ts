/** What a document shows: files, and commands with what they print. */
export interface Shown {
  /** From fences like ```yaml my.yaml or ```csv people.csv: to be there before the commands run. */
  readonly files: Readonly<Record<string, string>>;
  /** From fences like ```console and ```console exits 1, in order. */
  readonly commands: readonly ShownCommand[];
}

export interface ShownCommand {
  readonly line: number;
  /** After `callsheet`; quotes are taken off. */
  readonly words: readonly string[];
  /** Exactly what is printed; a line of `…` stands for any lines. */
  readonly output: string;
  readonly exitCode: number;
}

export function shownIn(markdown: string): Shown {
  const files: Record<string, string> = {};
  const commands: ShownCommand[] = [];
  for (const fence of markdown.matchAll(/^```(\w+)(?: (.+))?\n([^]*?)^```$/gm)) {
    const [, language, about, body = ''] = fence;
    if (language !== 'console') {
      if (/^\S+\.\w+$/.test(about ?? '')) files[about!] = body;
      continue;
    }
    const first = markdown.slice(0, fence.index).split('\n').length + 1;
    const exitCode = Number(/^exits (\d)$/.exec(about ?? '')?.[1] ?? 0);
    for (const shown of body.matchAll(/^\$ callsheet (.+)\n((?:(?!\$ ).*\n)*)/gm)) {
      const line = first + body.slice(0, shown.index).split('\n').length - 1;
      commands.push({ line, words: wordsOf(shown[1] ?? ''), output: shown[2] ?? '', exitCode });
    }
  }
  return { files, commands };
}

/** Every `callsheet …` in code of a document, also in the middle of a sentence: from the command's name to the end. */
export function namedIn(markdown: string): readonly { readonly line: number; readonly command: string }[] {
  let isFenced = false;
  return markdown.split('\n').flatMap((text, index) => {
    if (text.startsWith('```')) isFenced = !isFenced;
    const isCode = isFenced || text.startsWith('    ');
    const found = isCode ? text.matchAll(inLine) : text.matchAll(inSentence);
    return [...found].map(([, command = '']) => ({ line: index + 1, command: command.trim() }));
  });
}

/** What a shell would take for the next command, or for a comment, is not a part of it. */
const inLine = /(?<![^\s"(])callsheet ([a-z][^|;&>#]*)/g;
const inSentence = /`callsheet ([a-z][^`]*)`/g;

/** The words of a command line as a shell would split it, double quotes taken off. */
export function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

/** Whether `printed` is what `shown` says; lines of `…` stand for any lines, and each Node has its own time zone data. */
export function isAsShown(printed: string, shown: string): boolean {
  const pattern = anyZoneData(shown)
    .split(/^…\n/m)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('(?:.*\\n)*?');
  return new RegExp(`^${pattern}$`).test(anyZoneData(printed));
}

function anyZoneData(text: string): string {
  return text.replace(/\btzdata \d{4}[a-z]/g, 'tzdata');
}
