/** Words that a text of each language can hardly do without, and the others hardly have. */
const functionWords: Readonly<Record<string, string>> = {
  de: 'der die das den dem des und ist sind nicht ein eine einen einem mit für auf von zu im wird werden wer nur auch sich nach bei oder als wie wenn dürfen muss kann',
  fr: 'le la les de des du et en à est sont ne pas un une dans pour sur avec qui que par au aux ce cette sa son ses il elle vous nous ou doit peut',
  es: 'el la los las de del y a cada pero pueden es son no un una en para por con que se su al lo como más está esta este debe puede solo hasta sin nunca quien',
  en: 'the of and is are not a an in for on with that to by at this it be or as from who must may can only their your whoever',
  it: 'il la gli di a delle dei della e è sono non un una per con che si al alla nel nella come più o deve può del lo',
  pt: 'o os as de a cada mas do da dos das e é são não um uma em para por com que se ao na no como mais ou deve pode sem',
  nl: 'de het een en is zijn niet in voor op met van te dat die aan bij of als ook door moet mag kan wordt worden',
};
const known = new Map<string, string[]>();
for (const [language, words] of Object.entries(functionWords))
  for (const word of words.split(' ')) known.set(word, [...(known.get(word) ?? []), language]);

const mostCharacters = 2000;
/** By how much the likeliest language must lead. */
const leastLead = 1.3;

/** Returns the language of a text by its commonest words, as `de`; null where none leads. */
export function languageOf(text: string): string | null {
  const counts = new Map<string, number>();
  for (const word of text
    .slice(0, mostCharacters)
    .toLowerCase()
    .match(/\p{L}+/gu) ?? []) {
    const languages = known.get(word) ?? [];
    for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1 / languages.length);
  }
  const [[language, first] = [null, 0], [, second] = ['', 0]] = [...counts].sort(([, a], [, b]) => b - a);
  return first >= 1 && first >= leastLead * second ? language : null;
}
