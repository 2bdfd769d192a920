/** What a command printed, and waiting for a line of it. */
export function printedLines() {
  const lines: string[] = [];
  const waiting = new Set<(line: string) => void>();
  const text = { stdout: '', stderr: '' };
  const rest = { stdout: '', stderr: '' };
  let isOver = false;
  const ends = new Set<() => void>();

  const find = (pattern: RegExp, from: number): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const listener = (line: string): void => {
        const match = pattern.exec(line);
        if (match === null) return;
        waiting.delete(listener);
        resolve(match);
      };
      waiting.add(listener);
      for (const line of lines.slice(from)) listener(line);
      const missing = (): void =>
        reject(new Error(`it ended without a line like ${String(pattern)}:\n${text.stdout}${text.stderr}`));
      if (isOver) missing();
      else ends.add(missing);
    });

  return {
    text,
    print(stream: 'stdout' | 'stderr', words: string): void {
      text[stream] += words;
      const whole = (rest[stream] + words).split('\n');
      rest[stream] = whole.pop() ?? '';
      for (const line of whole) {
        lines.push(line);
        for (const listener of waiting) listener(line);
      }
    },
    /** The first line, printed or still to come, that matches. Rejects when the command ends without it. */
    line: (pattern: RegExp) => find(pattern, 0),
    /** The same among what is printed from now on. */
    nextLine: (pattern: RegExp) => find(pattern, lines.length),
    over(): void {
      isOver = true;
      for (const missing of ends) missing();
    },
  };
}
