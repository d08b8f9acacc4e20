import { randomFillSync } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeDigits = 10;
const randomDigits = 16;

/** Random bytes for many IDs: fetched one by one they cost more than the rest of making one. */
const randomBytes = new Uint8Array(randomDigits * 256);
let usedBytes = randomBytes.length;

let lastTime = -1;
let timeText = '';
/** Base 32, the highest first. */
const digits = new Uint8Array(randomDigits);

/** Milliseconds and 80 random bits in Crockford's base 32; a second one within a millisecond is the first plus one. */
function nextUlid(): string {
  const now = Date.now();
  if (now > lastTime) beginMillisecond(now);
  else incrementDigits();
  let text = timeText;
  for (const digit of digits) text += alphabet[digit];
  return text;
}

function beginMillisecond(now: number): void {
  lastTime = now;
  timeText = '';
  for (let rest = now; timeText.length < timeDigits; rest = Math.floor(rest / 32))
    timeText = alphabet[rest % 32] + timeText;
  if (usedBytes === randomBytes.length) {
    randomFillSync(randomBytes);
    usedBytes = 0;
  }
  for (let index = 0; index < randomDigits; index += 1) digits[index] = randomBytes[usedBytes + index] & 31;
  usedBytes += randomDigits;
}

/** All digits at their highest would begin again at zero: one in 2^80 milliseconds. */
function incrementDigits(): void {
  let index = randomDigits - 1;
  while (index >= 0 && digits[index] === 31) {
    digits[index] = 0;
    index -= 1;
  }
  if (index >= 0) digits[index] += 1;
}

/** The kinds of record and the prefix of their IDs (CONTRACT.md §1). */
export type IdPrefix =
  | 'prj'
  | 'skl'
  | 'agt'
  | 'bot'
  | 'mdl'
  | 'tbl'
  | 'con'
  | 'kb'
  | 'doc'
  | 'key'
  | 'job'
  | 'evt'
  | 'whk'
  | 'dlv'
  | 'aud'
  | 'cnv'
  | 'msg'
  | 'req';

/** A new sortable ID: prefix, `_`, 26 characters of ULID. IDs made in one process rise strictly. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${nextUlid()}`;
}

const idBody = '(?:prj|skl|agt|bot|mdl|tbl|con|kb|doc|key|job|evt|whk|dlv|aud|cnv|msg|req)_[0-9A-HJKMNP-TV-Z]{26}';

/** What a name may look like: never like an ID. */
export const namePattern = `^(?!${idBody}$)[A-Za-z0-9_-]{1,128}$`;
