import { digits, webAddress } from './formats.ts';
import {
  assumed,
  type Check,
  type Field,
  integer,
  length,
  longest,
  matches,
  numberText,
  object,
  oneOf,
  type RuleTable,
  required,
  shortest,
  text,
  type Variant,
} from './rule.ts';
import { whatsappContacts } from './whatsapp-contacts.ts';
import { whatsappInteractive } from './whatsapp-interactive.ts';

const contentTypes = [
  'text',
  'image',
  'audio',
  'video',
  'location',
  'document',
  'sticker',
  'interactive',
  'contacts',
] as const;

export const whatsappSend: RuleTable = {
  operation: 'whatsapp.send',
  section: 'Custom message request (common fields)',
  missing: '-135',
  wrong: '-134',
  assumption: 'whatsapp.codes',
  fields: [
    text('appId', required()),
    numberText('businessPhone', required(), ...phone({ wrong: '-95', short: '-94', long: '-93' })),
    integer('channelType', required(), oneOf([0], '-112')),
    text('recipient', required(), ...phone({ wrong: '-72', short: '-71', long: '-70' })),
    text('type', required(), oneOf(contentTypes, '-132')),
    {
      by: 'type',
      of: {
        text: {
          section: 'text (type=text)',
          fields: [
            object(
              'text',
              [text('body', required('-115'), assumed('whatsapp.text-length', length(0, 4096)))],
              required('-114'),
            ),
            object('context', [text('refMessageId')]),
          ],
        },
        image: media('image', ['-116', '-117'], text('caption')),
        audio: media('audio', ['-118', '-119']),
        video: media('video', ['-120', '-121'], text('caption')),
        location: {
          section: 'location (type=location)',
          fields: [
            object(
              'location',
              [
                text('longitude', required('-128')),
                text('latitude', required('-129')),
                text('name', required()),
                text('address', required()),
                // Appears only in a sample; its meaning is not shown.
                text('link'),
              ],
              required('-127'),
            ),
          ],
        },
        document: media('document', ['-124', '-125'], text('filename', required()), text('caption')),
        sticker: media('sticker', ['-122', '-123']),
        interactive: whatsappInteractive,
        contacts: whatsappContacts,
      } satisfies Record<(typeof contentTypes)[number], Variant>,
    },
  ],
};

/** The document says too long and too short, but gives no figures. */
function phone(codes: { readonly wrong: string; readonly short: string; readonly long: string }): readonly Check[] {
  return [
    matches(digits, codes.wrong),
    assumed('whatsapp.number-length', longest(15, codes.long)),
    assumed('whatsapp.number-length', shortest(7, codes.short)),
  ];
}

function media(type: string, missing: readonly [object: string, link: string], ...more: readonly Field[]): Variant {
  const link = text('link', required(missing[1]), matches(webAddress, '-133'));
  return { section: `${type} (type=${type})`, fields: [object(type, [link, ...more], required(missing[0]))] };
}
