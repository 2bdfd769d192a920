/** Keeps what is typed into a field. */
export function inputText(keep: (text: string) => void): (event: Event) => void {
  return (event) => keep((event.target as HTMLInputElement).value);
}
