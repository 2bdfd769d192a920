import { plainText } from '../../../service/contract/formatted-text.ts';
import { fieldsOf, listOf, textOf } from '../../../service/operations/definition/message.ts';

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
