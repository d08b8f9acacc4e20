import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The secret of a key reads `sib_<ID of the key without prefix>_<32 random characters><6 of checksum>`: scanners know
 * it by its form, and a slip of the keyboard is told from a key that is not known.
 */
const form = /^sib_([0-9A-HJKMNP-TV-Z]{26})_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new secret for the key of this ID: 190 random bits. */
export function newSecret(keyId: string): string {
  const random = Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join('');
  const body = `sib_${keyId.slice('key_'.length)}_${random}`;
  return body + checksumOf(body);
}

/** The ID of the key that a secret was made for; undefined when it is none, or was mistyped or cut. */
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

/** What the database keeps of a secret. Without `hashKey` nothing can be tried against it. */
export function hashSecret(hashKey: Buffer, secret: string): string {
  return createHmac('sha256', hashKey).update(secret).digest('base64url');
}
