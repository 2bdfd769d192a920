/** Takes our own key, secret and signature out of what the service says, in whatever case they stand there. */
export interface WithoutSecrets {
  (text: string): string;
  /** Whether a body of JSON may hold one of them: with an escape in it, it may be written in another way. */
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

/** A shorter one is a part of ordinary words. */
const secretLeast = 4;
