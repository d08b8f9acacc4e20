import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The secret of a key: `sib_<key ID without prefix>_<32 random characters><6 of checksum>`.
 * Secret scanners recognise the form, and the checksum distinguishes a typo from an unknown key.
 */
const form = /^sib_([0-9A-HJKMNP-TV-Z]{26})_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Creates a secret with 190 random bits for a key. */
export function newSecret(keyId: string): string {
  const random = Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join('');
  const body = `sib_${keyId.slice('key_'.length)}_${random}`;
  return body + checksumOf(body);
}

/** Returns the key ID in a secret; undefined when it is malformed, mistyped or truncated. */
export function keyIdOf(secret: string): string | undefined {
  const [, id, random, checksum] = form.exec(secret) ?? [];
  return id !== undefined && checksumOf(`sib_${id}_${random}`) === checksum ? `key_${id}` : undefined;
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  const digits = Array.from({ length: 6 }, () => {
    const digit = alphabet[rest % alphabet.length];
    rest = Math.floor(rest / alphabet.length);
    return digit;
  });
  return digits.reverse().join('');
}

/** Returns the stored hash of a secret. Guesses cannot be tested without `hashKey`. */
export function hashSecret(hashKey: Buffer, secret: string): string {
  return createHmac('sha256', hashKey).update(secret).digest('base64url');
}
