import { digits, webAddress } from './definition/formats.ts';
import { always, fromAccount, fromRecipient, type Operation } from './definition/operation.ts';
import {
  assumed,
  type Check,
  type Field,
  integer,
  length,
  matches,
  numberText,
  object,
  oneOf,
  required,
  text,
  type Variant,
} from './definition/rule.ts';
import { halt, noMoney, noPrice, reject, step, wrongNumber, wrongSender } from './definition/status.ts';
import { whatsappContacts, whatsappInteractive } from './whatsapp/content.ts';
import { whatsappMessage } from './whatsapp/message.ts';

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

export const whatsappSend: Operation<'whatsapp.send'> = {
  id: 'whatsapp.send',
  method: 'POST',
  path: '/wa/custom/sendMsg',
  envelope: 'status',
  does: "Send a custom (session) message over WhatsApp: only within 24 hours after the recipient's last message to the business number.",
  words: 'WhatsApp message',
  example: `hello:
  uses: whatsapp.send
  forEach: members
  with: { type: text, text: { body: "Hello {{ recipient.first_name | default: 'there' }}" } }
`,
  withExample: { type: 'text', text: { body: "Hello {{ recipient.first_name | default: 'there' }}" } },
  request: {
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
  },
  defaults: {
    appId: fromAccount('appId'),
    businessPhone: fromAccount('businessPhone'),
    channelType: always(0),
    recipient: fromRecipient,
  },
  statuses: {
    '-68': halt('balance insufficient', noMoney),
    '-69': reject('rate does not exist', noPrice),
    '-70': reject('recipient number too long', wrongNumber),
    '-71': reject('recipient number too short', wrongNumber),
    '-72': reject('recipient number format wrong; must be numeric', wrongNumber),
    '-93': step('businessPhone too long', wrongSender),
    '-94': step('businessPhone too short', wrongSender),
    '-95': step('businessPhone format wrong; must be numeric', wrongSender),
    '-96': step('business number does not exist', {
      cause: 'the account has no such WhatsApp number',
      remedy: "compare `account.businessPhone` with the numbers in the service's console",
    }),
    '-97': step('business number status abnormal', {
      cause: 'the WhatsApp number is blocked, limited, or not registered yet',
      remedy: "check its state in the service's console",
    }),
    '-112': step('channelType can only be 0'),
    '-114': reject('text missing'),
    '-115': reject('body missing'),
    '-116': reject('image missing'),
    '-117': reject('link missing (image)'),
    '-118': reject('audio missing'),
    '-119': reject('link missing (audio)'),
    '-120': reject('video missing'),
    '-121': reject('link missing (video)'),
    '-122': reject('sticker missing'),
    '-123': reject('link missing (sticker)'),
    '-124': reject('document missing'),
    '-125': reject('link missing (document)'),
    '-127': reject('location missing'),
    '-128': reject('longitude missing'),
    '-129': reject('latitude missing'),
    '-132': reject('unknown message type'),
    '-133': reject('link format wrong'),
    '-134': reject('type error in parameters'),
    '-135': reject('variable parameters missing'),
    '-165': reject('interactive type must be list, button, location_request_message or carousel'),
    '-304': reject('carousel does not support header or footer component'),
    '-305': reject('carousel card count must be 2 to 10'),
    '-306': reject('card index must be 0 to 9, without repeats and continuous'),
    '-307': reject('card type must be cta_url'),
    '-308': reject('card header empty'),
    '-309': reject('card header type must be image or video'),
    '-310': reject('card header image or video link empty, not an http(s) URL, or longer than 1500 characters'),
    '-311': reject('card body text empty or longer than 160 characters'),
    '-312': reject('card action empty'),
    '-313': reject('card action.name must be cta_url'),
    '-314': reject('card action parameters empty'),
    '-315': reject('parameters.display_text empty or longer than 20 characters'),
    '-316': reject('parameters.url empty, not an http(s) URL, or longer than 1500 characters'),
    '-317': reject('quick reply button count must be 1 to 2'),
    '-318': reject('quick reply button type must be quick_reply'),
    '-319': reject('quick_reply empty'),
    '-320': reject('quick_reply.id empty, longer than 20 characters, or repeated'),
    '-321': reject('quick_reply.title empty or longer than 20 characters'),
    '-322': reject('card action parameters error'),
    '-329': reject('carousel message card body empty'),
    '-330': reject('carousel body text empty or longer than 1024 characters'),
    '-331': reject('card action type can only be URL jump or quick reply'),
  },
  outputs: {
    messageId: { type: 'string', from: 'data.messageId' },
    timestamp: { type: 'number', from: 'data.timestamp' },
  },
  effect: 'effect',
  recipientField: 'recipient',
  channel: 'whatsapp',
  recovery: 'manual',
  needsSession: true,
  noMoneyStatus: '-68',
  bodyMost: 1024 * 1024,
  message: whatsappMessage,
};

/** The document says too long and too short, but gives no figures. */
function phone(codes: { readonly wrong: string; readonly short: string; readonly long: string }): readonly Check[] {
  return [
    matches(digits, codes.wrong),
    assumed('whatsapp.number-length', length(0, 15, codes.long, 'long')),
    assumed('whatsapp.number-length', length(7, Number.POSITIVE_INFINITY, codes.short, 'short')),
  ];
}

function media(type: string, missing: readonly [object: string, link: string], ...more: readonly Field[]): Variant {
  const link = text('link', required(missing[1]), matches(webAddress, '-133'));
  return { section: `${type} (type=${type})`, fields: [object(type, [link, ...more], required(missing[0]))] };
}
