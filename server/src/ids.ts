import { randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';

/** Of an ID sixteen random numbers are asked: fetched one by one they cost more than the rest of making it. */
const randomWords = new Uint32Array(256);
let unusedWords = 0;

function nextRandom(): number {
  if (unusedWords === 0) {
    randomFillSync(randomWords);
    unusedWords = randomWords.length;
  }
  unusedWords -= 1;
  return randomWords[unusedWords] / 2 ** 32;
}

const nextUlid = monotonicFactory(nextRandom);

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
