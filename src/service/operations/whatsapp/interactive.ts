import { fieldsOf, listOf } from '../definition/message.ts';
import {
  assumed,
  type Body,
  count,
  type Field,
  holds,
  length,
  list,
  object,
  oneOf,
  required,
  text,
  type Variant,
} from '../definition/rule.ts';
import { whatsappCarousel } from './carousel.ts';

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
