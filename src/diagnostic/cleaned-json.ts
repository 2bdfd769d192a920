/** One JSON text, or one in each line, in which `clean` has rewritten texts and numbers: a number becomes a text. */
export function cleanedJson(json: string, clean: (text: string) => string): string {
  // Most have nothing to rewrite.
  if (clean(json) === json) return json;
  return json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g, (written) => {
    const text = written.startsWith('"') ? (JSON.parse(written) as string) : written;
    const cleaned = clean(text);
    return cleaned === text ? written : JSON.stringify(cleaned);
  });
}
