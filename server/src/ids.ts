import { randomFillSync } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeDigits = 10;
const randomDigits = 16;

/** Random bytes for many IDs: fetching them one ID at a time costs more than the rest of creating it. */
const randomBytes = new Uint8Array(randomDigits * 256);
let usedBytes = randomBytes.length;

let lastTime = -1;
let timeText = '';
/** Base-32 digits, most significant first. */
const digits = new Uint8Array(randomDigits);

/** Returns a ULID: milliseconds and 80 random bits in Crockford's base 32, counted up within a millisecond. */
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

/** Adds one. Overflow would start again at zero; its probability is 2^-80 per millisecond. */
function incrementDigits(): void {
  let index = randomDigits - 1;
  while (index >= 0 && digits[index] === 31) {
    digits[index] = 0;
    index -= 1;
  }
  if (index >= 0) digits[index] += 1;
}

/** The ID prefix of each kind of record (CONTRACT.md §1). */
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
  | 'evl'
  | 'req';

/** Creates a sortable ID: prefix, `_`, 26 characters of ULID. IDs of one process increase strictly. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${nextUlid()}`;
}

const idBody = '(?:prj|skl|agt|bot|mdl|tbl|con|kb|doc|key|job|evt|whk|dlv|aud|cnv|msg|evl|req)_[0-9A-HJKMNP-TV-Z]{26}';

/** Pattern of record names. It excludes anything that looks like an ID. */
export const namePattern = `^(?!${idBody}$)[A-Za-z0-9_-]{1,128}$`;
