import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Every file of the folder that has the number, in any notation: raw bytes, and decompressed. */
export function filesWith(folder: string, number: string): readonly string[] {
  const separated = number.split('').join(String.raw`[^\p{L}\p{Nd}]{0,3}`);
  const national = number.slice(3).split('').join(String.raw`[^\p{L}\p{Nd}]{0,3}`);
  const pattern = new RegExp(`${separated}|(?<!\\p{Nd})0?${national}(?!\\p{Nd})`, 'u');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => statSync(join(folder, name)).isFile())
    .filter((name) => {
      const bytes = readFileSync(join(folder, name));
      const forms = name.endsWith('.gz') ? [bytes, gunzipSync(bytes)] : [bytes];
      return forms.some(
        (one) =>
          // Looking for one text costs a hundredth of the pattern, which is for the files that have all digits in a row.
          digitsOf(one).includes(number.slice(3)) &&
          (pattern.test(one.toString('latin1')) || pattern.test(one.toString('utf8'))),
      );
    })
    .sort();
}

const digitsOf = (bytes: Buffer): Buffer => Buffer.from(bytes.filter((byte) => byte >= 0x30 && byte <= 0x39));
