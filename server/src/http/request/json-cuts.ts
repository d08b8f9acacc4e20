import { invalidField } from '../../errors.ts';
import { deepest, tooDeep } from './json-body.ts';

/** Characters of a piece, which is parsed at once: one to three milliseconds of work. */
const pieceLength = 64 * 1024;
/** Characters looked at before others have their turn. */
const lookedAtOnce = 512 * 1024;

/** An object or array longer than a piece, and where it may be cut. Offsets are those of its brackets and commas. */
export interface LongValue {
  start: number;
  end: number;
  isArray: boolean;
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

/**
 * Finds where a JSON text may be cut into pieces, in one pass that lets others have their turn; undefined where it is
 * short, or no object or array. What is inside a piece is not checked.
 * @throws BracketFault, and ServiceError for too many levels or members
 */
export async function findCuts(text: string, rest: () => Promise<void>): Promise<LongValue | undefined> {
  const open: OpenValue[] = [];
  let nextRest = lookedAtOnce;
  for (let place = 0; place < text.length; place += 1) {
    if (place >= nextRest) {
      await rest();
      nextRest = place + lookedAtOnce;
    }
    const character = text.charCodeAt(place);
    if (open.length === 0 && character !== bracket && character !== brace) {
      if (!isSpace(character)) return undefined;
    } else if (character === quote) place = endOfString(text, place);
    else if (character === comma) noteComma(open[open.length - 1], place);
    else if (character === bracket || character === brace) {
      if (open.length === deepest) throw tooDeep();
      open.push(opened(place, character === bracket));
    } else if (character === closingBracket || character === closingBrace) {
      const closed = open.pop();
      if (closed?.isArray !== (character === closingBracket)) throw new BracketFault(place);
      closed.end = place;
      const outer = open.at(-1);
      if (outer !== undefined) noteInner(outer, closed);
      else return closed.end - closed.start > pieceLength ? closed : undefined;
    }
  }
  throw new BracketFault(text.length);
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [bracket, closingBracket, brace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

function isSpace(character: number): boolean {
  return character === 0x20 || character === 0x09 || character === 0x0a || character === 0x0d;
}

function opened(start: number, isArray: boolean): OpenValue {
  return {
    start,
    end: start,
    isArray,
    cuts: [],
    inner: [],
    commas: 0,
    lastComma: start,
    lastCut: start,
    mustCut: false,
  };
}

/** Returns the offset of the closing quote, or of the end of a text that breaks off. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

function noteComma(value: OpenValue, place: number): void {
  value.commas += 1;
  if (!value.isArray && value.commas === mostMembers)
    throw invalidField('', `has an object of more than ${mostMembers} members`, 'too_long');
  value.lastComma = place;
  if (value.mustCut || place - value.lastCut >= pieceLength) cut(value, place);
}

function noteInner(outer: OpenValue, closed: LongValue): void {
  if (closed.end - closed.start <= pieceLength) return;
  if (outer.lastComma > outer.lastCut) cut(outer, outer.lastComma);
  outer.mustCut = true;
  outer.inner.push(closed);
}

function cut(value: OpenValue, place: number): void {
  value.cuts.push(place);
  value.lastCut = place;
  value.mustCut = false;
}
