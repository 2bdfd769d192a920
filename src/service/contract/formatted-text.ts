/** Text as WhatsApp shows it. Only what is seen depends on this; what is sent is the text as written. */
type FormattedText = readonly FormattedPart[];

export type FormattedPart =
  | string
  | { readonly kind: 'bold' | 'italic' | 'strike'; readonly content: FormattedText }
  | { readonly kind: 'mono'; readonly text: string }
  /** Begins with `http://` or `https://`. */
  | { readonly kind: 'link'; readonly url: string };

/** `*bold*`, `_italic_`, `~strike~`, code in one backtick or three, and links; marks within words are plain text. */
export function formattedText(text: string): FormattedText {
  const parts: FormattedPart[] = [];
  let rest = 0;
  for (const found of text.matchAll(pattern)) {
    const part = partOf(found);
    const written = typeof part === 'object' && part.kind === 'link' ? part.url : found[0];
    if (found.index > rest) parts.push(text.slice(rest, found.index));
    parts.push(part);
    rest = found.index + written.length;
  }
  if (rest < text.length) parts.push(text.slice(rest));
  return parts;
}

const pattern =
  /```(?<block>[^`]+)```|`(?<code>[^`\n]+)`|(?<url>https?:\/\/[^\s<>"'`]+)|(?<![\p{L}\p{N}])(?<mark>[*_~])(?=\S)(?<marked>[^\n]*?\S)\k<mark>(?![\p{L}\p{N}])/gu;

const kinds = { '*': 'bold', _: 'italic', '~': 'strike' } as const;

function partOf({ groups = {} }: RegExpMatchArray): FormattedPart {
  const { block, code, url, mark, marked = '' } = groups;
  // The full stop of a sentence is not part of its link.
  if (url !== undefined) return { kind: 'link', url: url.replace(/[.,;:!?)\]*_~]+$/, '') };
  if (mark === undefined) return { kind: 'mono', text: block ?? code ?? '' };
  return { kind: kinds[mark as keyof typeof kinds], content: formattedText(marked) };
}

/** The same without any formatting, for a line of a list. */
export function plainText(text: string): string {
  return formattedText(text).map(plainPart).join('');
}

function plainPart(part: FormattedPart): string {
  if (typeof part === 'string') return part;
  switch (part.kind) {
    case 'link':
      return part.url;
    case 'mono':
      return part.text;
    case 'bold':
    case 'italic':
    case 'strike':
      return part.content.map(plainPart).join('');
    default:
      return part satisfies never;
  }
}
