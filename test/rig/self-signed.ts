import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';

/** A name that only a proxy can look up. */
export const certifiedName = 'service.example';

/** An address that only a proxy can reach. */
export const certifiedAddress = '[2001:db8::1]';

/** A key and a certificate for 127.0.0.1, `certifiedName` and `certifiedAddress`, both PEM. Who trusts the certificate (`NODE_EXTRA_CA_CERTS`) trusts the server. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(randomUUID())))));
  const validity = sequence(utcTime('500101000000Z'), utcTime('491231235959Z'));
  const names = sequence(
    der(0x87, Buffer.from([127, 0, 0, 1])),
    der(0x87, Buffer.from('20010db8000000000000000000000001', 'hex')),
    der(0x82, Buffer.from(certifiedName)),
  );
  const extensions = sequence(sequence(oid('551d11'), der(0x04, names)));
  // RFC 5280, section 4.1.
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]);
  const certificate = sequence(body, ecdsaWithSha256, der(0x03, signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function utcTime(text: string): Buffer {
  return der(0x17, Buffer.from(text));
}
