/** No answer, as without a terminal, does not mean yes. */
export function saysYes(answer: string | undefined): boolean {
  return /^\s*y(?:es)?\s*$/i.test(answer ?? '');
}
