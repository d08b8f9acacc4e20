import { invalidField } from '../../errors.ts';
import { deepest, tooDeep } from './json-body.ts';

/** Characters of a piece, which is parsed at once: one to three milliseconds of work. */
export const pieceLength = 64 * 1024;
/** Characters looked at before others have their turn. */
const lookedAtOnce = 512 * 1024;

/** A value longer than a piece, and where it may be cut. Offsets are those of its brackets or quotes, and commas. */
export interface LongValue {
  start: number;
  end: number;
  kind: 'array' | 'object' | 'text';
  /** Commas between its members, in order. */
  cuts: number[];
  /** Those of its members that are themselves longer than a piece. Each has a cut on either side, or a bracket. */
  inner: LongValue[];
}

interface OpenValue extends LongValue {
  commas: number;
  lastComma: number;
  lastCut: number;
  mustCut: boolean;
}

/** A JSON text is wrong at this offset, by its brackets alone. */
export class BracketFault extends Error {
  readonly offset: number;

  constructor(offset: number) {
    super('brackets do not match');
    this.offset = offset;
  }
}

/** Just to list the names of half a million members takes the main thread a tenth of a second. */
const mostMembers = 20_000;
/** To collect the garbage around a million values takes it several. */
const mostValues = 250_000;

/**
 * Finds where a JSON text may be cut into pieces, in one pass that lets others have their turn; undefined where it is
 * short. What is inside a piece is not checked.
 * @throws BracketFault, and ServiceError for too many levels or members
 */
export async function findCuts(text: string, rest: () => Promise<void>): Promise<LongValue | undefined> {
  const open: OpenValue[] = [];
  let nextRest = lookedAtOnce;
  let values = 0;
  let textStart: number | undefined;
  for (let place = 0; place < text.length; place += 1) {
    if (place >= nextRest) {
      await rest();
      nextRest = place + lookedAtOnce;
    }
    const character = text.charCodeAt(place);
    if (textStart !== undefined) {
      if (character === backslash) place += 1;
      if (character !== quote) continue;
      const closed = textFrom(textStart, place);
      textStart = undefined;
      const outer = open.at(-1);
      if (outer === undefined) return longOnly(closed);
      if (longOnly(closed) && isName(text, outer, place)) throw tooLongName();
      noteInner(outer, closed);
    } else if (character === quote) textStart = place;
    else if (open.length === 0 && character !== bracket && character !== brace) {
      if (!isSpace(character)) return undefined;
    } else if (character === comma) {
      values += 1;
      if (values === mostValues) throw invalidField('', `has more than ${mostValues} values`, 'too_long');
      noteComma(open[open.length - 1], place);
    } else if (character === bracket || character === brace) {
      if (open.length === deepest) throw tooDeep();
      open.push(opened(place, character === bracket ? 'array' : 'object'));
    } else if (character === closingBracket || character === closingBrace) {
      const closed = open.pop();
      if (closed?.kind !== (character === closingBracket ? 'array' : 'object')) throw new BracketFault(place);
      closed.end = place;
      const outer = open.at(-1);
      if (outer !== undefined) noteInner(outer, closed);
      else return longOnly(closed);
    }
  }
  throw new BracketFault(text.length);
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [bracket, closingBracket, brace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

function isSpace(character: number): boolean {
  return character === 0x20 || character === 0x09 || character === 0x0a || character === 0x0d;
}

function textFrom(start: number, end: number): LongValue {
  return { start, end, kind: 'text', cuts: [], inner: [] };
}

function longOnly(value: LongValue): LongValue | undefined {
  return value.end - value.start > pieceLength ? value : undefined;
}

/** Returns whether the text that ends there is the name of a member. */
function isName(text: string, { kind }: LongValue, end: number): boolean {
  if (kind === 'array') return false;
  let next = end + 1;
  while (isSpace(text.charCodeAt(next))) next += 1;
  return text.charCodeAt(next) === colon;
}

function tooLongName() {
  return invalidField('', `has a name of more than ${pieceLength} characters`, 'too_long');
}

function opened(start: number, kind: LongValue['kind']): OpenValue {
  return {
    start,
    end: start,
    kind,
    cuts: [],
    inner: [],
    commas: 0,
    lastComma: start,
    lastCut: start,
    mustCut: false,
  };
}

function noteComma(value: OpenValue, place: number): void {
  value.commas += 1;
  if (value.kind === 'object' && value.commas === mostMembers)
    throw invalidField('', `has an object of more than ${mostMembers} members`, 'too_long');
  value.lastComma = place;
  if (value.mustCut || place - value.lastCut >= pieceLength) cut(value, place);
}

function noteInner(outer: OpenValue, closed: LongValue): void {
  if (longOnly(closed) === undefined) return;
  if (outer.lastComma > outer.lastCut) cut(outer, outer.lastComma);
  outer.mustCut = true;
  outer.inner.push(closed);
}

function cut(value: OpenValue, place: number): void {
  value.cuts.push(place);
  value.lastCut = place;
  value.mustCut = false;
}
