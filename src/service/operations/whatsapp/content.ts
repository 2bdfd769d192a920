import { date, webAddress } from '../definition/formats.ts';
import { type Fields, fieldsOf, listOf } from '../definition/message.ts';
import {
  assumed,
  type Body,
  count,
  type Field,
  forbidden,
  holds,
  integer,
  length,
  list,
  matches,
  notBeside,
  object,
  oneOf,
  range,
  required,
  requiredUnless,
  text,
  typed,
  type Variant,
} from '../definition/rule.ts';

const place = oneOf(['HOME', 'WORK']);

export const whatsappContacts: Variant = {
  section: 'contacts (type=contacts)',
  fields: [
    list(
      'contacts',
      object('item', [
        text('birthday', matches(date)),
        list(
          'addresses',
          object('item', [
            text('street'),
            text('city'),
            text('state'),
            text('zip'),
            text('country'),
            text('country_code'),
            text('type', place),
          ]),
        ),
        list('emails', object('item', [text('email'), text('type', place)])),
        object(
          'name',
          [
            text('formatted_name', required()),
            text('first_name'),
            text('last_name'),
            text('middle_name'),
            text('suffix'),
            text('prefix'),
          ],
          required(),
        ),
        object('org', [text('company'), text('department'), text('title')]),
        list(
          'phones',
          object('item', [
            text('phone'),
            text('type', oneOf(['CELL', 'MAIN', 'IPHONE', 'HOME', 'WORK'])),
            text('wa_id'),
          ]),
        ),
        list('urls', object('item', [text('url'), text('type', place)])),
      ]),
      required(),
    ),
  ],
};

const section = 'Carousel (interactive.type=carousel)';

/** More are refused as too many and not checked. */
const buttonsOfACard = 2;

const whatsappCarousel: Variant = {
  section,
  label: 'carousel',
  fields: [
    object('header', [], forbidden('-304')),
    object('footer', [], forbidden('-304')),
    object('body', [text('text', required('-330'), length(0, 1024, '-330'))], required('-330')),
    object('action', [list('cards', card(), required('-305'), count(2, 10, '-305'))], required()),
  ],
};

function card(): Field {
  return object('item', [
    integer(
      'card_index',
      required('-306'),
      range(0, 9, '-306'),
      holds('continuous', 'must be continuous: from 0 to one less than the number of cards', isWithinCount, '-306'),
      holds('unique', 'must not be repeated', isFirstIndex, '-306'),
    ),
    text('type', required('-307'), oneOf(['cta_url'], '-307')),
    object(
      'header',
      [
        text('type', required('-309'), oneOf(['image', 'video'], '-309')),
        { by: 'type', of: { image: media('image'), video: media('video') } },
      ],
      required('-308'),
    ),
    object('body', [text('text', required('-311'), length(0, 160, '-311'))], required('-329')),
    object(
      'action',
      [text('name', required('-313'), oneOf(['cta_url'], '-313')), parameters(), quickReplies()],
      required('-312'),
    ),
  ]);
}

function media(name: 'image' | 'video'): Variant {
  const link = text('link', required('-310'), matches(webAddress, '-310'), length(0, 1500, '-310'));
  return { section, fields: [object(name, [link], required('-310'))] };
}

function parameters(): Field {
  return object(
    'parameters',
    [
      text('display_text', required('-315'), length(0, 20, '-315')),
      text('url', required('-316'), matches(webAddress, '-316'), length(0, 1500, '-316')),
    ],
    assumed('carousel.action', requiredUnless('buttons', '-314')),
    assumed('carousel.action', typed('-322')),
    holds('empty', 'must not be empty', (value) => Object.keys(value as object).length > 0, '-314'),
  );
}

function quickReplies(): Field {
  const quickReply = [
    text('id', required('-320'), length(0, 20, '-320'), holds('unique', 'must not be repeated', isFirst('id'), '-320')),
    text(
      'title',
      required('-321'),
      length(0, 20, '-321'),
      assumed('carousel.title', holds('unique', 'must be unique within the message', isFirst('title'), '-321')),
    ),
  ];
  return list(
    'buttons',
    object('item', [
      text('type', required('-318'), oneOf(['quick_reply'], '-318')),
      object('quick_reply', quickReply, required('-319')),
    ]),
    assumed('carousel.action', notBeside('parameters', '-331')),
    count(1, buttonsOfACard, '-317'),
  );
}

function cardsOf(body: Body): readonly Fields[] {
  return listOf(fieldsOf(fieldsOf(body.interactive).action).cards);
}

function isWithinCount(value: unknown, body: Body): boolean {
  return (value as number) < cardsOf(body).length;
}

/** The path is interactive.action.cards[index]. */
function isFirstIndex(value: unknown, body: Body, path: readonly (string | number)[]): boolean {
  const earlier = cardsOf(body).slice(0, Number(path[3]));
  return earlier.every(({ card_index: index }) => index !== value);
}

/** No earlier quick reply has the same value. The path is interactive.action.cards[index].action.buttons[index].quick_reply. */
function isFirst(name: 'id' | 'title') {
  return (value: unknown, body: Body, path: readonly (string | number)[]): boolean => {
    const [card, button] = [Number(path[3]), Number(path[6])];
    const cards = cardsOf(body).slice(0, card + 1);
    const earlier = cards.flatMap(({ action }, at) =>
      listOf(fieldsOf(action).buttons).slice(0, at === card ? button : buttonsOfACard),
    );
    return earlier.every(({ quick_reply: reply }) => fieldsOf(reply)[name] !== value);
  };
}

const interactiveTypes = ['list', 'button', 'location_request_message', 'carousel'] as const;

export const whatsappInteractive: Variant = {
  section: 'interactive (type=interactive)',
  fields: [
    object(
      'interactive',
      [
        text('type', required('-165'), oneOf(interactiveTypes, '-165')),
        {
          by: 'type',
          of: {
            list: {
              section: 'List (interactive.type=list)',
              label: 'list',
              fields: [
                header(),
                body(),
                footer(),
                object('action', [text('button', required()), sections()], required()),
              ],
            },
            button: {
              section: 'Reply buttons (interactive.type=button)',
              label: 'button',
              fields: [header(), body(), footer(), object('action', [replyButtons()], required())],
            },
            location_request_message: {
              section: 'Location request (interactive.type=location_request_message)',
              label: 'location_request_message',
              fields: [body(), object('action', [text('name', required(), oneOf(['send_location']))], required())],
            },
            carousel: whatsappCarousel,
          } satisfies Record<(typeof interactiveTypes)[number], Variant>,
        },
      ],
      required(),
    ),
  ],
};

function header(): Field {
  return object('header', [text('type', assumed('whatsapp.header-type', required()), oneOf(['text'])), text('text')]);
}

function body(): Field {
  return object(
    'body',
    [text('text', assumed('whatsapp.interactive-body', required('-114')))],
    assumed('whatsapp.interactive-body', required('-115')),
  );
}

function footer(): Field {
  return object('footer', [text('text')]);
}

function sections(): Field {
  const row = object('item', [
    text('id', required(), length(0, 200)),
    text('title', required(), length(0, 24)),
    text('description', length(0, 72)),
  ]);
  return list('sections', object('item', [text('title', required()), list('rows', row, required())]), required());
}

function replyButtons(): Field {
  const reply = [
    text('id', required(), length(0, 256), holds('unique', 'must be unique within the message', isFirstReply('id'))),
    text(
      'title',
      required(),
      length(0, 20),
      holds('unique', 'must be unique within the message', isFirstReply('title')),
    ),
  ];
  const button = object('item', [text('type', required(), oneOf(['reply'])), object('reply', reply, required())]);
  return list('buttons', button, required(), count(0, 3));
}

/** No earlier button of the message has the same value. The path is interactive.action.buttons[index].reply. */
function isFirstReply(name: 'id' | 'title') {
  return (value: unknown, body: Body, path: readonly (string | number)[]): boolean => {
    const buttons = listOf(fieldsOf(fieldsOf(body.interactive).action).buttons).slice(0, Number(path[3]));
    return buttons.every(({ reply }) => fieldsOf(reply)[name] !== value);
  };
}
