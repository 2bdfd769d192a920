import { parse, stringify } from 'lossless-json';

export { parse, stringify };

/** As `JSON.parse`, with `exact` for the digits of a whole number beyond 2^53: as a number it would be another one. */
export function parseExactly(json: string, exact: (digits: string) => unknown): unknown {
  if (!/\d{16}/.test(json)) return JSON.parse(json);
  return parse(json, undefined, {
    parseNumber: (text) => (Number.isSafeInteger(Number(text)) || /[.e]/i.test(text) ? Number(text) : exact(text)),
    onDuplicateKey: ({ newValue }) => newValue,
  });
}
