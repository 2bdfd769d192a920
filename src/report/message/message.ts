import type { PreparedRequest } from '../../run/send/prepare-request.ts';
import type { OperationId } from '../../service/contract/operation-id.ts';

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

export function readMessage(uses: OperationId, request: Pick<PreparedRequest, 'body' | 'files'>): Message {
  const { body, files } = request;
  switch (uses) {
    case 'whatsapp.send':
      return whatsappMessage(body);
    case 'voice.redial':
      return { type: 'voice call', parts: callParts(body, files) };
    case 'otp.send':
      return {
        type: 'code',
        parts: [
          ...fact('template', body['templateId']),
          ...fact('flow', body['flowId']),
          ...fact('channel', body['channel']),
        ],
      };
    case 'audio.upload':
      return {
        type: 'upload',
        parts: [...media('audio', files['file']), ...fact('name at the service', body['fileName'])],
      };
    case 'aivoice.pause':
      return { type: 'pause', parts: fact('AI voice job', body['jobId']) };
    case 'sms.backfill':
      return { type: 'backfill', parts: [...fact('message', body['msgid']), ...fact('time', body['time'])] };
    case 'sms.balance':
    case 'agents.list':
    case 'axb.list':
      return { type: 'query', parts: [] };
    default:
      return uses satisfies never;
  }
}

function whatsappMessage(body: Fields): Message {
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

/** What is played or spoken, and the SMS after the call. */
function callParts(body: Fields, files: Readonly<Record<string, string>>): readonly MessagePart[] {
  const spoken: readonly MessagePart[] = [
    ...media('audio', files['baseFile']),
    ...fact('plays file', body['source'] === 1 ? body['voiceFileId'] : undefined),
    ...(body['source'] === 3 ? [...words('text', body['text']), ...fact('language', body['lan'])] : []),
  ];
  const sms = body['hangUpSms'] === 1 ? words('text', body['smsContent']) : [];
  return [
    ...fact('calls again the people of task', body['taskId']),
    ...spoken,
    ...(sms.length === 0 ? [] : [{ kind: 'title', text: 'SMS after the call' } as const, ...sms]),
  ];
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function words(kind: 'title' | 'text' | 'footer', value: unknown): readonly MessagePart[] {
  const text = textOf(value);
  return text === '' ? [] : [{ kind, text }];
}

function media(name: string, value: unknown): readonly MessagePart[] {
  const source = textOf(value);
  return source === '' ? [] : [{ kind: 'media', media: name, source }];
}

function button(value: unknown, url?: unknown): readonly MessagePart[] {
  const [text, link] = [textOf(value), textOf(url)];
  return text === '' ? [] : [{ kind: 'button', text, ...(link === '' ? {} : { link }) }];
}

function fact(name: string, value: unknown): readonly MessagePart[] {
  const text = textOf(value);
  return text === '' ? [] : [{ kind: 'fact', name, value: text }];
}
