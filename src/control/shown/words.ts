/** A moment in a text of the page, which shows how long ago it is or how far ahead, and keeps that right. */
export interface Moment {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Undefined for the zone of the page. */
  readonly zone?: string;
}

/** A text, with moments in it where it names some. */
export type Words = string | readonly (string | Moment)[];

/** A name within a sentence. One that is read from the right would draw the number behind it to its other side. */
export function nameInText(name: string): string {
  return fromRight.test(name) ? `\u2068${name}\u2069` : name;
}

/** Letters of Hebrew, Arabic, N'Ko, Adlam and the like. */
const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** inWords`Stopped ${{ at }}: ${reason}` */
export function inWords(texts: TemplateStringsArray, ...values: readonly (Words | Moment)[]): Words {
  const parts: (string | Moment)[] = [];
  const add = (part: string | Moment): void => {
    const last = parts.at(-1);
    if (part === '') return;
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
    else parts.push(part);
  };
  texts.forEach((text, index) => {
    add(text);
    for (const part of [values[index] ?? ''].flat()) add(part);
  });
  return parts.every((part) => typeof part === 'string') ? parts.join('') : parts;
}
