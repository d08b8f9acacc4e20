import { randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';

const randomBytes = new Uint8Array(4096);
let used = randomBytes.length;

/** Draws bytes in advance: the library asks for one at a time, and a call of the system for each costs the most of an ID. */
function drawFraction(): number {
  if (used === randomBytes.length) {
    randomFillSync(randomBytes);
    used = 0;
  }
  used += 1;
  return randomBytes[used - 1] / 256;
}

/** Counts up within a millisecond, and when the clock is set back. */
const nextUlid = monotonicFactory(drawFraction);

/** The ID prefix of each kind of record. */
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
  | 'prd'
  | 'req';

/** Creates a sortable ID: prefix, `_`, 26 characters of ULID. IDs of one process increase strictly. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${nextUlid()}`;
}

const idBody =
  '(?:prj|skl|agt|bot|mdl|tbl|con|kb|doc|key|job|evt|whk|dlv|aud|cnv|msg|evl|prd|req)_[0-9A-HJKMNP-TV-Z]{26}';

/** Pattern of record names. It excludes anything that looks like an ID. */
export const namePattern = `^(?!${idBody}$)[A-Za-z0-9_-]{1,128}$`;
