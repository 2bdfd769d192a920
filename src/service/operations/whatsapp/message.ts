import {
  type Fields,
  fact,
  fieldsOf,
  listOf,
  type Message,
  type MessagePart,
  type MessageRequest,
  media,
  textOf,
  words,
} from '../definition/message.ts';

/** A WhatsApp message, as the phone shows it. */
export function whatsappMessage({ body }: MessageRequest): Message {
  const type = textOf(body['type']);
  const content = fieldsOf(body[type]);
  const shown = type === 'interactive' ? textOf(content['type']).replace('_message', '').replaceAll('_', ' ') : type;
  return {
    type: shown,
    parts: [...fact('in reply to', fieldsOf(body['context'])['refMessageId']), ...contentParts(type, body)],
  };
}

function contentParts(type: string, body: Fields): readonly MessagePart[] {
  const content = fieldsOf(body[type]);
  switch (type) {
    case 'text':
      return words('text', content['body']);
    case 'location':
      return [
        ...words('title', content['name']),
        ...words('text', content['address']),
        ...fact('at', `${textOf(content['latitude'])}, ${textOf(content['longitude'])}`),
      ];
    case 'contacts':
      return listOf(body[type]).flatMap(contactParts);
    case 'interactive':
      return interactiveParts(content);
    default:
      return [
        ...media(type, content['link']),
        ...fact('file', content['filename']),
        ...words('text', content['caption']),
      ];
  }
}

function contactParts(contact: Fields): readonly MessagePart[] {
  const org = fieldsOf(contact['org']);
  const details = [
    [org['title'], org['company']].map(textOf).filter(Boolean).join(', '),
    ...listOf(contact['phones']).map(({ phone }) => textOf(phone)),
    ...listOf(contact['emails']).map(({ email }) => textOf(email)),
    ...listOf(contact['urls']).map(({ url }) => textOf(url)),
  ];
  return [
    ...words('title', fieldsOf(contact['name'])['formatted_name']),
    ...details.flatMap((detail) => words('text', detail)),
  ];
}

function interactiveParts(content: Fields): readonly MessagePart[] {
  const action = fieldsOf(content['action']);
  const taps = (): readonly MessagePart[] => {
    switch (content['type']) {
      case 'button':
        return listOf(action['buttons']).flatMap(({ reply }) => button(fieldsOf(reply)['title']));
      case 'list':
        return [...button(action['button']), ...listOf(action['sections']).flatMap(sectionParts)];
      case 'location_request_message':
        return button('Send location');
      case 'carousel':
        return listOf(action['cards']).flatMap(cardParts);
      default:
        return [];
    }
  };
  return [
    ...words('title', fieldsOf(content['header'])['text']),
    ...words('text', fieldsOf(content['body'])['text']),
    ...words('footer', fieldsOf(content['footer'])['text']),
    ...taps(),
  ];
}

function sectionParts(section: Fields): readonly MessagePart[] {
  const choices = listOf(section['rows']).map(
    ({ title, description }): MessagePart => ({ kind: 'choice', text: textOf(title), detail: textOf(description) }),
  );
  return [...words('title', section['title']), ...choices];
}

function cardParts(card: Fields, index: number): readonly MessagePart[] {
  const header = fieldsOf(card['header']);
  const action = fieldsOf(card['action']);
  const { display_text: label, url } = fieldsOf(action['parameters']);
  const kind = textOf(header['type']);
  return [
    { kind: 'title', text: `Card ${index + 1}` },
    ...media(kind, fieldsOf(header[kind])['link']),
    ...words('text', fieldsOf(card['body'])['text']),
    ...button(label, url),
    ...listOf(action['buttons']).flatMap((one) => button(fieldsOf(one['quick_reply'])['title'])),
  ];
}

function button(value: unknown, url?: unknown): readonly MessagePart[] {
  const [text, link] = [textOf(value), textOf(url)];
  return text === '' ? [] : [{ kind: 'button', text, ...(link === '' ? {} : { link }) }];
}
