/** No answer, as without a terminal, is no yes. */
export function saysYes(answer: string | undefined): boolean {
  return /^\s*y(?:es)?\s*$/i.test(answer ?? '');
}
