/** Keeps what is typed into a field, or chosen from a list. */
export function inputText(keep: (text: string) => void): (event: Event) => void {
  return (event) => keep((event.target as HTMLInputElement).value);
}
