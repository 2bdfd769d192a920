import { date } from '../definition/formats.ts';
import { list, matches, object, oneOf, required, text, type Variant } from '../definition/rule.ts';

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
