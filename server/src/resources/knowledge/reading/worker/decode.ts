import { documentFault } from '../messages.ts';

/**
 * Decodes a text file: by its byte order mark, otherwise as UTF-8 if valid, otherwise as windows-1252. Line ends become
 * `\n`.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  if (text.includes('\0'))
    throw documentFault('not_text', 'The file contains NUL characters, so it is not a text file.');
  return text.replace(/\r\n?/g, '\n');
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
