/** One part of a message, in the order in which a phone shows them. */
export type MessagePart =
  /** `title` heads a card, a section or a message; `footer` is small print. */
  | { readonly kind: 'title' | 'text' | 'footer'; readonly text: string }
  /** Named and never fetched: a page of ours loads nothing from elsewhere. */
  | { readonly kind: 'media'; readonly media: string; readonly source: string }
  | { readonly kind: 'button'; readonly text: string; readonly link?: string }
  /** A row of a list to choose from. */
  | { readonly kind: 'choice'; readonly text: string; readonly detail: string }
  /** What the request says beside any text: a template, a task. */
  | { readonly kind: 'fact'; readonly name: string; readonly value: string };

/** A request as the person reads or hears it; of a request that reaches nobody, what it is about. */
export interface Message {
  /** Of a WhatsApp message, such as `text` or `list`; of everything else, what the operation does. */
  readonly type: string;
  readonly parts: readonly MessagePart[];
}

export interface MessageRequest {
  readonly body: Fields;
  /** Paths of files, by the field that holds their content. */
  readonly files: Readonly<Record<string, string>>;
}

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function words(kind: 'title' | 'text' | 'footer', value: unknown): readonly MessagePart[] {
  const text = textOf(value);
  return text === '' ? [] : [{ kind, text }];
}

export function media(name: string, value: unknown): readonly MessagePart[] {
  const source = textOf(value);
  return source === '' ? [] : [{ kind: 'media', media: name, source }];
}

export function fact(name: string, value: unknown): readonly MessagePart[] {
  const text = textOf(value);
  return text === '' ? [] : [{ kind: 'fact', name, value: text }];
}

/** What a query is about is its answer. */
export const queryMessage = (): Message => ({ type: 'query', parts: [] });
