/** JSON in which `clean` has rewritten texts and numbers: a number becomes a text. */
export function cleanedJson(json: string, clean: (text: string) => string): string {
  // No token goes on in another line, and most lines have nothing to rewrite.
  const cleanedLine = (line: string): string => (clean(line) === line ? line : line.replace(tokens, cleanedToken));
  const cleanedToken = (token: string): string => {
    const written = token.startsWith('"') ? (JSON.parse(token) as string) : token;
    const cleaned = clean(written);
    return cleaned === written ? token : JSON.stringify(cleaned);
  };
  return json.split('\n').map(cleanedLine).join('\n');
}

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
