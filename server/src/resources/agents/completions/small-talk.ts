import { setImmediate as giveWay } from 'node:timers/promises';
import { ownWordsOf } from '../../../builtin/languages/own-words.ts';
import { sayInEnglish } from '../../../builtin/languages/say-in-english.ts';
import { readTalk } from '../../../builtin/read-talk.ts';

/** What the builtin reader does not take for talk, because no table answers it. */
const phrases = [
  /how are you(?: doing)?(?: today)?/,
  /how(?: is|'s) it going/,
  /what(?: is|'s) up/,
  /who (?:are|r) (?:you|u)/,
  /what(?: is|'s) your name/,
  /(?:nice|good|pleased) to (?:meet|see) you/,
  /good (?:morning|afternoon|evening|night|day)/,
  /(?:hi|hello|hey)(?: there| again)?|hallo|moin|servus|bonjour|salut|hola|buen(?:os|as) (?:d[ií]as|tardes|noches)/,
  /(?:good)?bye(?: bye)?|see you(?: later| soon)?|cheers/,
  /thanks?(?: you)?(?: (?:so|very) much| a lot)?|danke(?: schön)?|merci(?: beaucoup)?|(?:muchas )?gracias/,
  /ok(?:ay)?|yes|no|great|perfect|cool|nice|well done|got it|never mind|sorry|please/,
  /(?:that|this|it) (?:help(?:s|ed)|work(?:s|ed)|(?:is|was) (?:very )?(?:helpful|good|great|all|fine))(?: a lot)?|that's all/,
  /are you (?:a )?(?:there|real|human|bot|robot|person)/,
  /wie geht(?:'s| es dir| es ihnen)|wer bist du|tsch(?:ü|ue)ss|guten (?:morgen|tag|abend)/,
  /(?:comment )?(?:ça|ca) va|qui es-tu|au revoir|bonne nuit|bonsoir/,
  /(?:qué|que) tal|cómo estás|como estas|quién eres|adiós/,
];
const talk = new RegExp(`^(?:${phrases.map(({ source }) => source).join('|')})$`, 'u');
const longest = 100;

/** Returns whether a text asks nothing that skills could answer: greetings, thanks, how somebody is. */
export async function isSmallTalk(text: string): Promise<boolean> {
  if (text.length > longest) return false;
  const parts = text
    .toLowerCase()
    .split(/[.,!?;:…\n]+/)
    .map((part) => part.replace(/[^\p{L}\p{N}' -]/gu, '').trim())
    .filter((part) => part !== '');
  const others = parts.filter((part) => !talk.test(part));
  if (others.length === 0) return true;
  await giveWay(); // the first of all questions takes 30 ms
  return others.every((part) => {
    const [said] = sayInEnglish([part], ownWordsOf([]));
    return readTalk(said) !== undefined;
  });
}
