import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ServiceError } from '../../errors.ts';
import { deriveKey } from './master-key.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const form = /^v1\.[\w-]+$/;

/** A sealed secret that cannot be opened: another master key, another owner, or damage. */
export class SealBrokenError extends ServiceError {
  constructor(cause: unknown) {
    const detail =
      'A required secret was encrypted with another master key, for example before a restore; enter it again.';
    super('secret_unreadable', detail, { cause });
    this.name = 'SealBrokenError';
  }
}

/** Encrypts user secrets that must be readable again, such as provider keys and database passwords. */
export class SealedBox {
  readonly #key: Buffer;

  constructor(masterKey: Buffer) {
    this.#key = deriveKey(masterKey, 'sealed box');
  }

  /**
   * Encrypts with AES-256-GCM under a key derived from the master key.
   * `owner` names the place of the secret, such as `agents/agt_… api_key`: sealed text that is moved elsewhere cannot
   * be opened.
   */
  seal(secret: string, owner: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#key, nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `v1.${sealed.toString('base64url')}`;
  }

  /** @throws SealBrokenError */
  open(sealed: string, owner: string): string {
    if (!form.test(sealed)) throw new SealBrokenError('no sealed secret');
    const bytes = Buffer.from(sealed.slice('v1.'.length), 'base64url');
    if (bytes.length < nonceBytes + tagBytes) throw new SealBrokenError('cut');
    try {
      const decipher = createDecipheriv(algorithm, this.#key, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(-tagBytes));
      return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
    } catch (cause) {
      throw new SealBrokenError(cause);
    }
  }
}
