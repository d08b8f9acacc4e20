/** What the name of a column says about its cells, in the languages that files often come in. */

const times = new Set(
  (
    'date dates day time timestamp ts ds dt datetime utc period month months yearmonth ym yyyymm yyyymmdd when since epoch ' +
    'unix created updated modified published opened closed started ended datum tag monat zeit periode stand fecha dia mes ' +
    'hora periodo jour mois heure giorno mese data dag maand dato dob'
  ).split(' '),
);
const timeEnd = /(?:date|datum|fecha|timestamp|zeit|zeitpunkt|stempel|monat|month|datetime)$/;
const dateEnd = /(?:^|date|datum|fecha|dato)(?:date|datum|fecha|dato|datetime|dob)?$/;
/** Words that end like a date and name none. */
const otherEnd = /(?:candi|vali|man|up|consoli|liqui)dates?$|uhrzeit$|laufzeit$|arbeitszeit$/;
const birth = /birth|\bborn|\bdob\b|geburt|\bgeb\b|naissance|nacim|nascit|nascim|fodsel|fodt|urodz|geboorte/;
const months = /months?\b|monat\b|\bmois\b|\bmes(?:es|e)?\b|\bmaand|\bym\b|yyyymm|\bperiode?o?\b/;
const later = /expir|\bdue\b|matur|valid|until|ablauf|fallig|frist|deadline|vencim|echeance|scaden/;
const spans =
  /duration|elapsed|\bworked\b|run ?time|up ?time|down ?time|over ?time|\blap|\bpace\b|\bsplit|dauer|laufzeit|arbeitszeit|stunden|duree|duracion|durata|duracao|length|\btook\b|lasted/;
const minutes = /\blap|\bpace\b|\bsplit|\btrack\b|\bsong\b|\bminutes?\b|\bmins?\b|(?<!\bhh? ?)\bmm? ?ss?\b/;
const lengths = /\blength|\bduration|\bdauer|\bspieldauer|\bduree|\bduracion|\bdurata|\bduracao/;
const clocks = /time|zeit|\buhr|heure|\bhora|\bora\b|\borario|\btijd|\bgodzina|\btid\b/;
const scores =
  /\b(?:scores?|results?|ratio|odds|ergebnis|verhaltnis|resultado|resultat|risultato|aspect|verse|chapter|marcador)\b/;

/** Returns the words of a name, folded: `orderDate_2` gives `order date 2`. */
function fold(name: string): string {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Whether the cells are moments: `created_at`, `OrderDate`, `ts`, `Datum`. */
export function saysTime(name: string): boolean {
  const words = fold(name).split(' ');
  if (words.length > 1 && words.at(-1) === 'at') return true;
  return words.some((word) => times.has(word) || (timeEnd.test(word) && !otherEnd.test(word)));
}

/** Whether the cells are months: `Month`, `Abrechnungsmonat`. */
export function saysMonth(name: string): boolean {
  return months.test(fold(name));
}

/** Whether the cells are days, not times of day or spans. */
export function saysDate(name: string): boolean {
  const words = fold(name).split(' ');
  return saysBirth(name) || words.some((word) => word !== '' && dateEnd.test(word) && !otherEnd.test(word));
}

export function saysBirth(name: string): boolean {
  return birth.test(fold(name));
}

/** Whether the cells may lie far in the future, as the day a contract ends does. */
export function saysLater(name: string): boolean {
  return later.test(fold(name));
}

/** Whether the cells are times of day or spans, not days. */
export function saysClock(name: string): boolean {
  return clocks.test(fold(name));
}

export function saysSpan(name: string): boolean {
  return spans.test(fold(name)) || saysMinutes(name);
}

/** Whether `3:15` is more likely three minutes than three hours. */
export function saysMinutes(name: string): boolean {
  return minutes.test(fold(name));
}

/** Whether `3:15` may be as well three minutes as three hours. */
export function saysLength(name: string): boolean {
  return lengths.test(fold(name));
}

/** Whether `3:15` is a score or a ratio, not a time. */
export function saysScore(name: string): boolean {
  return scores.test(fold(name));
}
