import { wordsOf } from '../../questions/words/tokens.ts';
import type { ModelSummary } from '../grounding.ts';
import { wordsOfName } from '../words/tokens.ts';

const asks =
  /^(?:(?:and|but|so|ok|okay|hm+|please|can you|could you|tell me)[, ]+)*(?:why|how come|explain|justify|what (?:drives?|drove|explains?|influence[sd]?|affect(?:s|ed)?|moved?|determine[sd]?|led to|contribute[sd]? to|is behind|makes?|made|caused?|causes|matter(?:s|ed)|(?:is|are|was|were) (?:the |your )?(?:main |biggest |most important )?(?:reasons?|drivers?|factors?|causes?|explanation))|which (?:inputs?|factors?|columns?|features?|things?) (?:matter|drive|count|influence|affect|move|contribute)(?:s|ed)?|how (?:did|do) you (?:get|come|arrive|know)|where does (?:this|that|it) come from)(?= |$)/;

/** Words that point at the prediction before, or say how it struck the requester. */
const pointing = new Set(
  'a again all an and answer at be because behind by come comes cheap did do does estimate estimated exactly expensive for from get here high how i if in is it its know large least less like little low main me model more most much number of on one out predict predicted predicting prediction price result say small so such that the these think this those to too up value very was what when why would you'.split(
    ' ',
  ),
);

/** "Why?", "what drives this?", "why is the price so high?" after a prediction: nothing else may be named. */
export function asksWhy(question: string, { target }: ModelSummary): boolean {
  const said = wordsOf(question).join(' ');
  const asked = asks.exec(said);
  if (!asked) return false;
  const own = new Set(wordsOfName(target));
  const rest = said.slice(asked[0].length).split(' ');
  return rest.every((word) => word === '' || pointing.has(word) || own.has(word) || own.has(word.replace(/s$/, '')));
}
