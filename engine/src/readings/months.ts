/** Month names in common languages, without accents; further names of a month follow it. */
const languages: readonly string[] = [
  'january february march april may june july august september october november december',
  'januar/janner februar/feber marz/maerz/mrz april mai juni juli august september oktober november dezember',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  'enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre diciembre',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro',
  'januari februari maart/mrt april mei/maj juni juli augustus/augusti september oktober november december',
  'januar februar marts/mars april maj/mai juni juli august september oktober november desember',
];
/** Month names without short forms, because `lis` and `pro` could be other words. */
const wholeWords: readonly string[] = [
  'stycznia/styczen lutego/luty marca/marzec kwietnia/kwiecien maja/maj czerwca/czerwiec lipca/lipiec sierpnia/sierpien wrzesnia/wrzesien pazdziernika/pazdziernik listopada/listopad grudnia/grudzien',
  'ledna/leden unora/unor brezna/brezen dubna/duben kvetna/kveten cervna/cerven cervence/cervenec srpna/srpen zari rijna/rijen listopadu prosince/prosinec',
];

const lists = (texts: readonly string[]) => texts.map((text) => text.split(' ').map((names) => names.split('/')));
const shortened = lists(languages);
const whole = lists(wholeWords);
const known = new Map<string, number>();

/**
 * Returns the number of the month, from 1; 0 for a word that is no month, or that begins several, like `jui`. `Sept` is
 * a month, `Marble` is not.
 */
export function monthOf(word: string): number {
  const seen = known.get(word);
  if (seen !== undefined) return seen;
  const month = findMonth(word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').toLowerCase());
  if (known.size < 1000) known.set(word, month);
  return month;
}

function findMonth(wanted: string): number {
  if (wanted.length < 3) return 0;
  const found = new Set<number>();
  for (const months of shortened)
    for (const [index, names] of months.entries())
      if (names.some((name) => name.startsWith(wanted))) found.add(index + 1);
  for (const months of whole)
    for (const [index, names] of months.entries()) if (names.includes(wanted)) found.add(index + 1);
  return found.size === 1 ? [...found][0] : 0;
}
