/**
 * Foreign text as part of one of our lines: a title, a reason, a cell, a file name. Characters that are invisible, end a line or
 * control a terminal are escaped as in JSON (`\n`, `\u001b`), so the result may also be used in JSON.
 */
export function visibleLine(text: string): string {
  // Nearly all text is printable ASCII.
  const shown = plain.test(text) ? text : text.replace(hiddenOrJoining, escapeHidden);
  // A line that begins like this is a command to the runner of GitHub Actions, which reads all output.
  return withoutMarks(shown.includes('::') ? shown.replace(/^(\s*):(?=:[A-Za-z])/, '$1\\u003a') : shown);
}

/** The same, cut to `most` characters, with a note of the full length. */
export function boundedLine(text: string, most: number): string {
  const line = visibleLine(text.length > most ? wholeCharacters(text, most) : text);
  if (text.length <= most && line.length <= most) return line;
  return `${wholeCharacters(line, most)}… (cut, of ${text.length.toLocaleString('en-GB')} characters)`;
}

/** A whole output of ours that may contain foreign text: line ends and tabs stay, and with `colour` our own colours. */
export function visibleOutput(text: string, { colour }: { readonly colour: boolean }): string {
  const pattern = colour ? outsideOutputOrColour : outsideOutput;
  return withoutMarks(!notPlain.test(text) ? text : text.replace(pattern, escapeHidden));
}

/** `##[name]` is a command to the same runner anywhere in a line. */
function withoutMarks(text: string): string {
  return text.includes('##[') ? text.replaceAll('##[', '#\\u0023[') : text;
}

/** Whether it is one line without invisible characters. */
export function isVisible(text: string): boolean {
  return visibleLine(text) === text;
}

const plain = /^[ -~]*$/;
const notPlain = /[^\t\n\r -~]|\r(?!\n)/;

/** Controls, line ends, lone surrogates, marks of direction, and all other characters without a glyph. */
const hidden = String.raw`[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB]`;

/** Joiners that spelling needs: within an emoji, and between letters of scripts that join them. */
const joining = [
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]`,
  String.raw`(?<=(?!\p{Script=Latin})[\p{L}\p{M}])[\u200C\u200D](?=(?!\p{Script=Latin})\p{L})`,
].join('|');

/** Bold, dim and the eight colours, as picocolors writes them. */
const ownColour = String.raw`\u001B\[(?:1|2|22|3[0-7]|39)m`;

const hiddenOrJoining = new RegExp(`${joining}|(${hidden})`, 'gu');
const outsideOutput = new RegExp(String.raw`[\n\t]|\r\n|${joining}|(${hidden})`, 'gu');
const outsideOutputOrColour = new RegExp(String.raw`[\n\t]|\r\n|${ownColour}|${joining}|(${hidden})`, 'gu');

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeHidden(match: string, one: string | undefined): string {
  if (one === undefined) return match;
  const units = one.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return short[one] ?? units.join('');
}

/** The first `most` code units, or one less if a character would be cut. */
function wholeCharacters(text: string, most: number): string {
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most);
}

/**
 * Whether a text has an escape such as `\ud83d` alone, as JSON and Liquid read escapes: half of an emoji, which would be sent as a mark
 * of replacement. In text that is not escaped there are no halves.
 */
export function hasHalfCharacter(escaped: string): boolean {
  return surrogate.test(escaped) && surrogate.test(escaped.replace(backslashOrPair, ' '));
}

const surrogate = /\\u[dD][89a-fA-F]/;
const backslashOrPair = /\\\\|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/g;
