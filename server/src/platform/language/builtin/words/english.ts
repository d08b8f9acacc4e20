import type { Rewrite } from './tokens.ts';
import type { Adjective, Term, Vocabulary } from './vocabulary.ts';

const terms: Record<Term, string> = {
  count: 'how many|number of|the number of|total number of|count of|count|how often',
  average: 'average|mean|avg|on average|typical|typically|average of|mean of|in the mean|averaged',
  sum: 'total|sum|sum of|in total|total of|altogether|combined|overall',
  median: 'median|median of',
  deviation: 'standard deviation|standard deviation of|stddev|std dev|std',
  share:
    'what percentage of|percentage of|percentage|what percent of|percent of|what share of|share of|share|proportion of|what proportion of|fraction of|what fraction of|what % of|% of|what part of',
  show: 'show|list|give|give me|show me|find|find me|display|get|get me|list all|show all|print out|name|enumerate|pull up|rank|break down|order the|sort the|rank the|arrange the',
  which: 'which|which of the',
  who: 'who|whom',
  what: 'what|what is|what are|what were|what was',
  howMuch: 'how much',
  how: 'how',
  whether: 'is|are|was|were|do|does|did|has|have|had|can|could|will|would|should',
  exists:
    'do you have|do you have any|have you got|have you got any|has any|are there any|is there any|is there a|is there an|are there|is there|do we have any|do any|does any|are any|is any|any',
  distinct: 'distinct|different|unique|possible|various|kinds of|types of|separate|all the different',
  predict:
    'would|should|could|what could|how much could|should i expect|could i expect|would you expect|what would|how much would|what should|how much should|how much will|what will|predict|predict the|estimate|estimate the|forecast|guess|what would you expect|expected|can you predict|can you estimate|prediction|prediction for|estimate for|work out what',
  highest: 'highest|maximum|max|largest|biggest|greatest|top|longest|latest|maximal|peak|most',
  lowest: 'lowest|minimum|min|smallest|least|fewest|shortest|earliest|minimal',
  most: 'most',
  least: 'least|fewest',
  commonest: 'most common|most frequent|commonest|most often',
  rarest: 'least common|least frequent|rarest',
  top: 'top|first|best',
  bottom: 'bottom',
  sorted:
    'sorted by|ordered by|order by|sort by|ranked by|rank by|sorted|ordered|sort them by|by descending|by ascending',
  descending: 'descending|desc|from highest to lowest|highest first|in descending order|from high to low|largest first',
  ascending: 'ascending|asc|from lowest to highest|lowest first|in ascending order|from low to high|smallest first',
  first: 'first',
  periodic: 'monthly|yearly|annually|quarterly|weekly|daily',
  by: 'by|per|grouped by|group by|broken down by|split by|across|for the different|depending on|according to|by the',
  each: 'for each|for every|in each|in every|of each|of every|each|every|per each|at each|on each|for all|for every single|from each',
  month: 'month|months|monthly|per month',
  year: 'year|years|yearly|annual|annually|per year',
  quarter: 'quarter|quarters|quarterly',
  week: 'week|weeks|weekly',
  day: 'day|days|daily|date|dates',
  more: 'more than|over|above|greater than|bigger than|larger than|higher than|longer than|exceeding|exceed|exceeds|in excess of|>|more|beyond|upwards of',
  atLeast:
    'at least|minimum of|a minimum of|no less than|not less than|no fewer than|>=|≥|greater than or equal to|min',
  less: 'less than|under|below|fewer than|smaller than|lower than|shorter than|<|less',
  atMost:
    'at most|up to|maximum of|a maximum of|no more than|not more than|<=|≤|less than or equal to|max|not over|not above',
  orMore:
    'or more|or higher|or above|or over|and more|and up|and above|or larger|or bigger|or longer|or greater|plus|+|and over',
  orLess: 'or less|or fewer|or lower|or below|or under|and less|and below|or smaller|or shorter|and under',
  between: 'between|from|ranging from|in between|within|anywhere from',
  equal: 'exactly|equal to|equals|=|equal|being|is exactly|of exactly|at exactly|is|are|was|were|of|worth|at|just',
  not: 'not|not in|not at|non|outside|outside of|except|except for|except in|except those in|excluding|exclude|other than|without|besides|apart from|is not|are not|was not|were not|do not have|does not have|not have|that are not in|ignoring|everywhere but|everywhere except|anywhere but|leaving out|but not|but not in',
  no: 'no|without|without a|without any|zero|has no|have no|having no|with no|do not have any|does not have a|does not have any',
  missing: 'missing|unknown|empty|is null|are null|null|not set|blank',
  after: 'after|later than|newer than|more recent than',
  since: 'since|from|starting|starting from|as of',
  before: 'before|earlier than|older than|prior to',
  until: 'until|till|up to|through',
  thisPeriod: 'this|current|the current|so far this',
  lastPeriod: 'last|previous|the last|the previous|past|the past',
  today: 'today',
  yesterday: 'yesterday',
  money: '$|€|£|dollar|dollars|usd|euro|euros|eur|pound|pounds|gbp|bucks|grand total',
  than: 'than|than the|than those|than those in|than in|than that of|than the ones in|than at|than for|than on|than from',
  moreSo: 'more|higher|greater|larger|bigger',
  lessSo: 'less|lower|smaller|fewer',
  versus: 'vs|versus|compared to|compared with|against|as opposed to',
  compare:
    'compare|differ|differs|comparison of|comparison|difference in|difference between|the difference in|difference|compare the|what is the difference in|what is the difference between',
  and: 'and|,|&|, and',
  or: 'or|, or|and|,|, and|as well as|and also|plus|or in|and in|nor',
  to: 'to|and|-|through|up to',
  in: 'in|at|on|from|within|inside|for|around|by|located in|situated in|lying in|among|among the|across|near',
  with: 'with|having|that have|which have|that has|who have|whose|who has|featuring|offering|where|of|for|when|if|containing|including',
  of: 'of|for|in|from|among|across|at|on|by',
  article: 'the|a|an|their|its|our|his|her|your|my|all|all the|any|some|every|each of the|both|that|only|just',
  be: 'is|are|was|were|be|been|being|is it|are they|do|does|did|lie|lies|located|situated|come|comes|go|goes|get|gets|belong to|belongs to|fall|falls',
  have: 'have|has|had|having|contain|contains|hold|holds|show|shows|see|sees|offer|offers',
  row: 'row|rows|record|records|entry|entries|item|items|listing|listings|one|ones|those|thing|things|result|results|data|dataset|table|data set|place|places|example|examples|case|cases|observation|observations',
  followUp:
    'and|same|same in|what about|how about|and what about|and how about|and in|same for|the same for|and for|then|also|now|but|and now|ok and|okay and|only|just|and only|what if|instead|so|and the same for|or|or rather|now for|now in',
  them: 'of them|of those|of these|among them|among those|them|those|these|they|of which|out of those|out of them|in there|of the ones',
  noise:
    'the|a|an|there|please|me|us|i|we|you|can you|could you|would you|tell|tell me|tell us|i want to know|i would like to know|do you know|let me know|want|to know|see|like|in|of|for|at|on|with|that|which|where|it|its|is|are|was|were|be|do|does|did|have|has|had|all|any|some|and|,|currently|exactly|really|just|only|our|your|their|they|hey|hi|hello|so|ok|okay|now|then|well|from|among|within|being|been|available|listed|exist|exists|actually|given|recorded|in the table|in the data|in the dataset|in the database|in our data|stored|in this table|also|here|thanks|thank you|i need|overview of|value|values|figure|figures|whole|entire|located|situated|:|.|made|placed|there are|are there|in all|quick|quickly|gimme|kindly|what is|what are|come|comes|go|goes|got|getting|going|wanna|what|how does|how do|what do|what does|what did|how much do|pls|plz|came|work|works|working|live|lives|living|happen|happened|occurred|stay|stays|stayed|belong|belongs',
  asksFigure:
    'how long|how far|how soon|how early|how late|how old|how big|how high|how often|what time|price|price of|cost|costs|fee|phone|telephone|hours|deadline',
  greeting:
    'hi|hello|hey|good morning|good afternoon|good evening|hi there|hello there|hey there|greetings|yo|good day|howdy|hiya',
  help: 'help|help me|what can you do|what can you do for me|what can i ask|what can i ask you|what do you know|who are you|what are you|how does this work|what can you answer|what can you tell me|what questions can you answer|what questions can i ask|how can you help|how can you help me|what do you do|what is this|what data do you have|what tables do you have|what can i ask about|usage|?|what else can you do|what can you help with|what can you help me with|how do i use this|give me some examples|examples|give me examples|what are you able to do',
  thanks:
    'thanks|thank you|thank you very much|many thanks|thx|ty|cheers|ok|okay|bye|goodbye|thanks a lot|ok thanks|perfect',
};

/** Plain:comparative:superlative forms of adjectives, those of much first, those of little second. */
const adjectiveForms: Record<string, [much: string, little: string]> = {
  price: [
    'expensive|costly|pricey:pricier:priciest|dear:dearer:dearest|valuable|high priced:higher priced:highest priced',
    'cheap:cheaper:cheapest|affordable|inexpensive|low priced:lower priced:lowest priced|budget',
  ],
  size: [
    'large:larger:largest|big:bigger:biggest|spacious|roomy:roomier:roomiest|huge:huger:hugest',
    'small:smaller:smallest|tiny:tinier:tiniest|compact|little:littler:littlest',
  ],
  duration: ['long:longer:longest|lengthy:lengthier:lengthiest', 'short:shorter:shortest|brief:briefer:briefest'],
  age: ['old:older:oldest', 'young:younger:youngest'],
  time: ['recent|new:newer:newest|late:later:latest', 'early:earlier:earliest'],
  pay: [
    'well paid:better paid:best paid|highly paid:higher paid:highest paid|paid:better paid:highest paid',
    'badly paid:worse paid:worst paid|low paid:lower paid:lowest paid|poorly paid',
  ],
  temperature: ['hot:hotter:hottest|warm:warmer:warmest', 'cold:colder:coldest|cool:cooler:coolest'],
  weight: ['heavy:heavier:heaviest', 'light:lighter:lightest'],
  speed: ['fast:faster:fastest|quick:quicker:quickest', 'slow:slower:slowest'],
  height: ['tall:taller:tallest', 'short:shorter:shortest'],
  humidity: ['humid|damp:damper:dampest|wet:wetter:wettest', 'dry:drier:driest'],
  rating: ['popular', 'unpopular'],
};

const concepts: Record<string, string> = {
  price: 'price|cost|fetch|rent|fee|fare|charge|rate|worth|amount|tariff|pay',
  size: 'size|area|sqft|sqm|m2|footage|square feet|square foot|square metre|square meter|sq ft|sq feet|sq m|floor space|surface|living space|living area|volume',
  pay: 'salary|wage|pay|income|earning|compensation|earn|paid|make',
  duration: 'duration|length|hour|minute|day|long|time',
  age: 'age|years old|year old',
  time: 'date|time|timestamp|when',
  temperature: 'temperature|temp|degree|celsius|fahrenheit|warmth|heat',
  humidity: 'humidity|moisture',
  voltage: 'voltage|volt',
  distance: 'distance|kilometre|kilometer|km|mile|far',
  pressure: 'pressure|bar|hpa|pascal',
  power: 'power|watt|kilowatt|kw',
  weight: 'weight|mass|kg|kilogram|weigh',
  height: 'height|tall',
  speed: 'speed|velocity',
  rating: 'rating|score|star|review',
  quantity: 'quantity|unit|piece|amount|qty|number',
  revenue: 'revenue|turnover|sales|total|amount|income',
  home: 'home|house|flat|apartment|property|dwelling|unit|condo|studio|residence|rental|listing',
  person: 'employee|staff|worker|person|people|colleague|member|staff member|headcount',
  customer: 'customer|client|buyer|shopper|consumer',
  order: 'order|purchase|sale|transaction',
  product: 'product|item|article|good',
  reading: 'reading|measurement|observation|sample|measure',
  device: 'sensor|device|probe',
  department: 'department|team|division|dept',
  city: 'city|town',
  country: 'country|nation|land',
  neighborhood: 'neighborhood|neighbourhood|district|quarter|area|part of town|hood|borough',
  job: 'title|job|position|role',
  bathroom: 'bathroom|bath|baths',
  bedroom: 'bedroom|bed|beds',
  status: 'status|state',
  category: 'category|kind|type|class',
  name: 'name|called|named',
  hired: 'hire|hired|joined|started|employed|recruited',
  ordered: 'order|ordered|placed|bought|purchased|sold',
};

const lightWords =
  'a an the i we you he she it they me us my your our their its is are was were be been being am do does did have has had can could may might must shall should will would what which who whom whose when where why how much many long often soon far old big there here this that these those of in on at to for from by with about into as if then than or and but not no any some all each every please tell say know want need like get give make let go happen mean take come find somebody someone anybody anyone something anything one people person thing allowed allow possible ok okay really just also still only even ever exactly okay up out off so too very more most less least yes between during before after until per s t re ll d keep rule rules use put bring called call offer available time times case maximum minimum max min kind sort way work works cost costs price amount number charge charged pay paid much fee';

function formsOf(concept: string, more: boolean, forms: string): Adjective[] {
  return forms.split('|').map((entry) => {
    const [plain, comparative, superlative] = entry.split(':');
    return { concept, more, plain, comparative, superlative };
  });
}

const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const irregular: Record<string, string> = {
  people: 'person',
  feet: 'foot',
  children: 'child',
  men: 'man',
  women: 'woman',
};
const notPlural = /(ss|us|is|ous|as)$/;

function singular(word: string): string {
  if (irregular[word]) return irregular[word];
  if (word.length < 4 || !word.endsWith('s') || notPlural.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** Cuts endings of number, tense and adverbs; "allowed" and "allows" meet in "allow". Not a full Porter stemmer. */
function stem(word: string): string {
  const one = singular(word);
  const cut = one.replace(/(?<=[a-z]{3})(ing|ed|ly|er|ers|ion|ions|ment|able)$/, '').replace(/(?<=[a-z]{3})e$/, '');
  return cut.replace(/(.)\1$/, '$1').replace(/(?<=[a-z]{2})y$/, 'i');
}

const rewrites: readonly Rewrite[] = [
  [/\b(can)'t\b/gi, '$1 not'],
  [/\bwon't\b/gi, 'will not'],
  [/n't\b/gi, ' not'],
  [/\b(what|where|who|how|which|there|it|that)'s\b/gi, '$1 is'],
  [/\b(what|where|who|how)s\b/gi, '$1 is'],
  [/'(ll|re|ve|d|m)\b/gi, ' '],
  [/'s\b/gi, ''],
  // "mean" is an average unless something means something
  [/\b(do|does|did)\b(.*) mean\s*\??$/gi, '$1$2 signify'],
];

function splitAll<Key extends string>(texts: Record<Key, string>): Record<Key, string[]> {
  const result = {} as Record<Key, string[]>;
  for (const key of Object.keys(texts) as Key[]) {
    result[key] = texts[key].split('|').map((phrase) => phrase.trim());
  }
  return result;
}

export const english: Vocabulary = {
  terms: splitAll(terms),
  rewrites,
  numbers: {
    ...Object.fromEntries(numberWords.map((word, value) => [word, value])),
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    hundred: 100,
    thousand: 1000,
    'a thousand': 1000,
    'a hundred': 100,
    dozen: 12,
    'a dozen': 12,
    single: 1,
    'a single': 1,
    'a couple of': 2,
  },
  months: 'january february march april may june july august september october november december'.split(' '),
  adjectives: [
    ...Object.entries(adjectiveForms).flatMap(([concept, [much, little]]) => [
      ...formsOf(concept, true, much),
      ...formsOf(concept, false, little),
    ]),
    { concept: 'time', more: false, plain: 'old', comparative: 'older', superlative: 'oldest', farFetched: true },
    { concept: 'time', more: false, plain: 'initial', superlative: 'first' },
    { concept: 'time', more: true, plain: 'final', superlative: 'last' },
  ],
  concepts: splitAll(concepts),
  weakWords: [
    'number',
    'of',
    'on',
    'in',
    'the',
    'num',
    'no',
    'nr',
    'count',
    'is',
    'has',
    'at',
    'a',
    'id',
    'to',
    'for',
    'by',
    'n',
  ],
  lightWords: lightWords.split(' '),
  singular,
  stem,
  opposites: (word) => ['un', 'non', 'in', 'dis'].map((prefix) => prefix + word),
};
