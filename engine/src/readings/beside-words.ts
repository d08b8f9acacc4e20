import type { Decision } from './decision.ts';
import { fold } from './fold.ts';
import { isMissingWord } from './missing-words.ts';
import { countCells, nameSome, note } from './notes.ts';
import type { SeenCell } from './tally.ts';

/** Cells that do not fit, and the number of rows of all cells. */
export interface Odd {
  odd: readonly SeenCell[];
  oddRows: number;
  rows: number;
}

/** Limits for words to count as "no value": few words without a digit, beside many different values. */
const mostWords = 5;
const fewestBeside = 10;
/** A usual spelling of "no value" may take this share of the rows, any other word only the second. */
const [mostUsual, mostRare] = [0.9, 0.1];
const [mostUsual, mostRare] = [0.4, 0.1];

const stems =
  'unk|unknown|unspecified|undefined|undetermined|unavailable|unreported|unrecorded|not (?:available|applicable|known|reported|recorded|stated|given|' +
  'specified|measured|tested|done|asked|answered|provided|disclosed|found|set|yet.*)|no (?:data|value|answer|response|info.*|record|entry|idea)|' +
  'n ?/ ?a|n ?\\. ?a\\.?|n ?/ ?[dks]|n\\.? ?[dk]\\.?|n\\.b\\.|nd|nk|n/v|nv|#n/v|not|none|nothing|nil|nan|void|empty|blank|missing|absent|refused|' +
  "declined|withheld|suppressed|redacted|censored|dk|don't know|dont know|do not know|tba|tbd|tbc|pending|to be .*|error|err|invalid|" +
  'inf(?:inity)?|overflow|dnf|dns|dnq|dsq|dq|ret|wd|' +
  'unbekannt|k ?\\. ?a\\.?|keine (?:angabe|daten|antwort)|ohne angabe|o\\.a\\.|nicht (?:bekannt|verfügbar|erfasst|vorhanden|gemessen)|fehlt|fehlend|leer|' +
  'entfällt|inconnue?|non (?:renseigné|disponible|connu|communiqué|applicable|disponibile)|nr|n\\.r\\.|n\\.c\\.|nc|vide|desconocid[oa]|sin datos?|no (?:disponible|aplica|sabe|consta|contesta)|s/d|' +
  'sconosciut[oa]|assente|non noto|desconhecid[oa]|sem (?:dados|informação)|não (?:disponível|informado)|onbekend|geen|niet bekend|okänd|ukendt|ukjent|' +
  'nieznan[yae]|brak(?: danych)?|neznám[ýáé]|нет(?: данных)?|неизвестно|不明|未知|なし|无|無';
const usual = new RegExp(`^[([<*]?(?:${stems})[)\\]>*]?$`, 'u');
const openEnd =
  /^(?:present|ongoing|current(?:ly)?|today|now|never|open|incumbent|to date|in office|heute|laufend|offen|nie|aujourd'hui|en cours|actual(?:idad|mente)?|presente|oggi)$/;

/** Returns whether a folded word is a usual spelling of "no value"; of dates also `present` and `never`. */
export function isUsualWord(word: string, isDate = false): boolean {
  return !/[\p{L}\p{N}]/u.test(word) || usual.test(word) || (isDate && openEnd.test(word));
}

/** Returns whether cells that do not fit are few words for "no value" beside many different values. */
export function isBesideWords({ odd, rows }: Odd, cells: readonly SeenCell[], isDate = false): boolean {
  if (!areFewWords({ odd, rows }, cells)) return false;
  const strange = odd.filter(({ text }) => !isMissingWord(text, isDate));
  const strange = odd.filter(({ text }) => !isUsualWord(fold(text), isDate));
  return rowsOf(strange) <= mostRare * rows;
}

/** Returns whether the cells that do not fit are few words, each without a digit, whatever they mean. */
export function areFewWords({ odd, rows }: Pick<Odd, 'odd' | 'rows'>, cells: readonly SeenCell[]): boolean {
  const words = new Set(odd.map(({ text }) => fold(text)));
  const isFew = words.size <= mostWords && cells.length - odd.length >= fewestBeside && rowsOf(odd) <= mostUsual * rows;
  return isFew && odd.every(({ text, isTyped }) => !isTyped && !/\d/.test(text) && text.length <= 40);
}

export function rowsOf(cells: readonly SeenCell[]): number {
  return cells.reduce((sum, { count }) => sum + count, 0);
}

/** Decides with the cells that do not fit as words for "no value". */
export function withWords(decision: Decision, odd: readonly SeenCell[]): Decision {
  if (odd.length === 0) return decision;
  const { reading, notes } = decision;
  const words = [...new Set(odd.map(({ text }) => fold(text)))];
  const [are, them] = words.length > 1 ? ['are', 'them'] : ['is', 'it'];
  const detail = `${nameSome(odd.map(({ text }) => text))} ${are} read as no value (${countCells(rowsOf(odd))}); say the type \`text\` to keep ${them}`;
  return {
    ...decision,
    reading: { ...reading, blanks: [...reading.blanks, ...words] },
    notes: [...notes, note('words_as_missing', detail)],
  };
}
