import { plainText } from '../../../service/contract/formatted-text.ts';

/** Reading fields of what came over the wire, of which nothing is known but that the sandbox took it. */
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

/** All that people wrote in there: no names of fields, and nothing escaped. */
export function textsIn(value: unknown): string {
  return typeof value === 'object' && value !== null ? Object.values(value).map(textsIn).join('\n') : textOf(value);
}

/** The end of a path, for a link that is shown and never followed. */
export function nameOfLink(link: string): string {
  return link.split(/[?#]/)[0]?.split('/').at(-1) || link;
}

/** The entries in the list of conversations. */
export function summaryOf(type: string, content: unknown): string {
  const fields = fieldsOf(content);
  switch (type) {
    case 'text':
      return plainText(textOf(fields.body));
    case 'interactive':
      return plainText(textOf(fieldsOf(fields.body).text));
    case 'contacts':
      return `👤 ${listOf(content)
        .map((contact) => textOf(fieldsOf(contact.name).formatted_name))
        .join(', ')}`;
    case 'location':
      return `📍 ${textOf(fields.name)}`;
    case 'document':
      return `📄 ${textOf(fields.filename)}`;
    case 'image':
      return `🖼 ${plainText(textOf(fields.caption)) || 'Photo'}`;
    case 'video':
      return `🎬 ${plainText(textOf(fields.caption)) || 'Video'}`;
    case 'audio':
      return '🎙 Voice message';
    case 'sticker':
      return '🙂 Sticker';
    default:
      return type;
  }
}
