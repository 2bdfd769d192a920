/** Removes our own key, secret and signature from the service's texts, in upper or lower case. */
export interface WithoutSecrets {
  (text: string): string;
  /** Whether a JSON body may contain one of them: escapes may hide it. */
  mayBeIn(body: string): boolean;
}

export function withoutSecrets(secrets: readonly string[]): WithoutSecrets {
  // The longest first: one may be a part of another.
  const words = secrets.filter(({ length }) => length >= secretLeast).sort((a, b) => b.length - a.length);
  if (words.length === 0) return Object.assign((text: string) => text, { mayBeIn: () => false });
  const source = words.map((word) => word.replace(/[^\w]/g, '\\$&')).join('|');
  const [first, every] = [new RegExp(source, 'i'), new RegExp(source, 'gi')];
  return Object.assign((text: string) => text.replace(every, '[secret]'), {
    mayBeIn: (body: string) => body.includes('\\') || first.test(body),
  });
}

/** A shorter secret may be part of ordinary words. */
const secretLeast = 4;
