/** A moment in a text of the page, which shows how long ago it is or how far ahead, and keeps that right. */
export interface Moment {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Undefined for the zone of the page. */
  readonly zone?: string;
}

/** A text, with moments in it where it names some. */
export type Words = string | readonly (string | Moment)[];

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
