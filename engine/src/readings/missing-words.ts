import { fold } from './fold.ts';

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

/** Returns whether a cell is a usual spelling of "no value"; of dates also `present` and `never`. */
export function isMissingWord(text: string, isDate: boolean): boolean {
  const word = fold(text);
  return !/[\p{L}\p{N}]/u.test(word) || usual.test(word) || (isDate && openEnd.test(word));
}
