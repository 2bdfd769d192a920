/**
 * In place of the words of a command of our own, which come on stdin: everybody on the machine can read a command line, and the words
 * may hold a person's number, or a comment about them.
 */
export const wordsOnStdin = '--words-on-stdin';

/** The words of the command line, those on stdin included. */
export async function givenWords(argv: readonly string[]): Promise<readonly string[]> {
  const [name, given, ...rest] = argv;
  if (name === undefined || given !== wordsOnStdin || rest.length > 0) return argv;
  let text = '';
  for await (const part of process.stdin.setEncoding('utf8') as AsyncIterable<string>) text += part;
  return [name, ...(JSON.parse(text) as string[])];
}
