import type { Rewrite } from './tokens.ts';
import type { Term, Vocabulary } from './vocabulary.ts';

/** Phrases of talk, and of what is asked for. */
const terms: Record<Term, string> = {
  count:
    'how many|number of|the number of|total number of|count of|count|counts|how often|no of|headcount|head count|how frequently|numbers of|total count of',
  which:
    'which|which of the|in which|for which|at which|of which|what kind of|what kinds of|what type of|what types of|what sort of|what sorts of',
  what: 'what|what is|what are|what were|what was|what were the',
  howMuch: 'how much',
  asksFigure:
    'how long|how far|how soon|how early|how late|how old|how big|how high|how often|what time|price|price of|cost|costs|fee|phone|telephone|hours|deadline',
  greeting:
    'hi|hello|hey|good morning|good afternoon|good evening|hi there|hello there|hey there|greetings|yo|good day|howdy|hiya',
  help: 'help|help me|what can you do|what can you do for me|what can i ask|what can i ask you|what do you know|who are you|what are you|how does this work|what can you answer|what can you tell me|what questions can you answer|what questions can i ask|how can you help|how can you help me|what do you do|what is this|what data do you have|what tables do you have|what can i ask about|usage|?|what else can you do|what can you help with|what can you help me with|how do i use this|give me some examples|examples|give me examples|what are you able to do',
  thanks:
    'thanks|thank you|thank you very much|many thanks|thx|ty|cheers|ok|okay|bye|goodbye|thanks a lot|ok thanks|perfect',
};

const concepts: Record<string, string> = {
  price: 'price|cost|fetch|rent|fee|fare|charge|worth|amount|tariff|pay|value|sell for|sold for|go for',
  size: 'size|area|sqft|sqm|m2|footage|square feet|square foot|square metre|square meter|sq ft|sq feet|sq m|floor space|surface|living space|living area|volume',
  pay: 'salary|wage|pay|income|earning|compensation|earn|paid|make|payroll|remuneration',
  duration: 'duration|length|hour|minute|day|long|time|runtime|tenure|month|year|week',
  age: 'age|years old|year old|years of age|old',
  time: 'date|time|timestamp|when',
  temperature: 'temperature|temp|degree|celsius|fahrenheit|warmth|heat',
  humidity: 'humidity|moisture',
  precipitation: 'precipitation|rain|rainfall|rained|prcp|precip',
  voltage: 'voltage|volt',
  distance: 'distance|kilometre|kilometer|km|mile|far|mileage|odometer',
  pressure: 'pressure|bar|hpa|pascal',
  power: 'power|watt|kilowatt|kw|horsepower|hp|ps',
  weight: 'weight|mass|kg|kilogram|weigh|pound|lb|lbs|heavy',
  height: 'height|tall|inch|cm',
  depth: 'depth|deep',
  width: 'width|wide|breadth',
  wind: 'wind|wind speed',
  speed: 'speed|velocity|mph|kmh',
  rating: 'rating|score|star|review|grade|rated|csat|nps|customer satisfaction|satisfaction score|satisfaction rating',
  satisfaction: 'satisfaction|csat|happiness|contentment',
  economy: 'mpg|mileage|gas mileage|fuel economy|miles per gallon|fuel efficiency',
  density: 'density',
  thickness: 'thickness|thick',
  loudness: 'loudness|noise|volume|decibel|db',
  productivity: 'productivity|output',
  sweetness: 'sweetness|sugar',
  debt: 'debt',
  quantity: 'quantity|unit|piece|amount|qty|number',
  revenue: 'revenue|turnover|sale|total|amount|income|taking|earning',
  sold: 'sale|sold|sell|quantity',
  heads: 'population|pop|inhabitant|resident',
  profit: 'profit|margin|gain|profitable|earning',
  home: 'home|house|flat|apartment|property|dwelling|unit|condo|studio|residence|rental|listing',
  person: 'employee|staff|worker|person|people|individual|colleague|member|staff member|headcount|personnel',
  customer: 'customer|client|buyer|shopper|consumer|subscriber',
  order: 'order|purchase|sale|transaction',
  product: 'product|item|article|good',
  reading: 'reading|measurement|observation|sample|measure',
  device: 'sensor|device|probe',
  department: 'department|team|division|dept',
  city: 'city|town',
  country: 'country|nation|land',
  neighborhood: 'neighborhood|neighbourhood|district|quarter|area|part of town|hood|borough|suburb',
  job: 'title|job|position|role|occupation|profession|job title',
  bathroom: 'bathroom|bath|baths',
  bedroom: 'bedroom|bed|beds',
  status: 'status|state',
  category: 'category|kind|type|class|industry|sector|genre|group',
  name: 'name|called|named',
  maker: 'manufacturer|maker|make|brand|producer|company',
  venue: 'location|place|site|venue|where|pl',
  hired: 'hire|hired|joined|started|employed|recruited',
  ordered: 'order|ordered|placed|bought|purchased|sold',
  issued: 'issue|issued|license|licensed|registered|granted|licence|licenced',
  female: 'female|woman|girl|lady|f|women|mother|mom|wife|daughter|sister',
  male: 'male|man|boy|gentleman|m|men|father|dad|husband|son|brother',
  gender: 'gender|sex',
  leaving:
    'churn|attrition|left|quit|leave|leaver|departed|resigned|exited|cancelled|canceled|churner|churned|lost|gone|cancel|cancellation|quitter',
  smoking: 'smoker|smoke|smoking|smoked',
  married: 'marital|married|marriage',
  child: 'child|children|kid|dependent|kids|dependents|dependant',
  gas: 'gas|gasoline|petrol',
  vehicle: 'car|vehicle|automobile|auto',
  plane: 'plane|aircraft|airplane|aeroplane|jet|airliner',
  pet: 'pet|animal',
  birth: 'birth|baby|newborn|babies|delivery|infant|born',
  film: 'movie|film|picture',
  computer: 'computer|machine|pc',
  ticket: 'ticket|support request|help request|support ticket',
  developer: 'developer|programmer|coder',
  shop: 'store|shop|outlet',
  song: 'song|track|tune',
  accident: 'accident|crash|collision',
  crime: 'crime|offence|offense',
  doctor: 'doctor|physician',
  donation: 'donation|contribution',
  shipment: 'shipment|parcel|consignment',
  appointment: 'appointment|consultation',
  teacher: 'teacher|instructor',
  ship: 'ship|vessel|boat',
  population: 'population|inhabitant|people|pop|resident|live|populous',
  education: 'education|schooling|educational level|degree|qualification',
  ethnicity: 'race|ethnicity',
  survival: 'survived|survive|alive|survivor',
  default: 'default|defaulted',
  wealth: 'gdp|wealth|rich|wealthy|poor',
  experience: 'experience|seniority',
  fuel: 'fuel|fuel type|petrol type',
  gear: 'transmission|gearbox|gear',
  overtime: 'overtime|extra hours|extra time',
  father: 'father|dad|paternal',
  mother: 'mother|mom|mum|maternal',
  motorway: 'highway|motorway|hwy',
  town: 'cty|city',
  cylinder: 'cylinder|cyl',
  storey: 'story|storey|floor|storeys|stories',
  garage: 'garage|parking|carport|garage place|parking space',
  insurance: 'charge|premium',
  invoice: 'invoice|bill|billing',
  heating: 'heating|heat',
  vote: 'vote|voter',
  energy: 'calorie|kcal|energy',
  expense: 'budget|cost|expense|expenditure|spending|spend|spent',
  private: 'private',
  fulltime: 'full time|fulltime',
  urban: 'urban',
  active: 'active',
  gross: 'gross|revenue|taking|money|box office|earning',
};

/** Nouns for rows, derived from the topics of columns. */
const rowKinds: Record<string, [traits: string, anybody: string, nouns: string]> = {
  people: [
    'age|gender|sex|birth date|birth place|birthdate|dob|date of birth|height|first name|last name|marital|married|marital status|education|job|occupation|salary|income|wage|race|ethnicity|smoker|dependent|child|surname|first name|last name|birthday|employed|self employed|senior citizen|partner|tenure|department|job role|nationality|position|bmi',
    'people|person|individual|folk|everyone|everybody|anyone|anybody|somebody|someone|human|people there',
    'employee|staff|worker|customer|client|user|member|patient|participant|respondent|subject|passenger|applicant|borrower|player|student|subscriber|insured|policyholder|personnel|professor|researcher|athlete|candidate|resident|guest|visitor|driver|donor|citizen|policy holder',
  ],
  customers: [
    'account length|churn|plan|contract|monthly charge|subscription|customer service call|phone service|internet service|loyalty',
    'customer|client|people',
    'subscriber|user|account|member',
  ],
  vehicles: [
    'mileage|mpg|engine|transmission|fuel|cylinder|horsepower|make|model|displacement|odometer|cyl|hp|fuel type|engine size|gear|highway|doors|seat',
    'car|vehicle|model',
    'automobile|auto|truck|bike|motorcycle',
  ],
  homes: [
    'bedroom|bathroom|sqft|lot|rent|story|garage|driveway|lotsize|basement|floor area|room|neighborhood|lot size|living area|sq ft',
    'home|house|property',
    'flat|apartment|dwelling|building|condo|studio|rental|listing|unit',
  ],
  drinks: ['grape|variety|winery|vintage|alcohol|acidity|ph|sulphate|vineyard', 'wine|bottle', 'red|white'],
  loans: [
    'loan amount|interest rate|term|loan status|loan purpose|installment|default|loan',
    'loan|application',
    'credit|borrower|applicant',
  ],
  sales: [
    'order date|quantity|unit price|product|customer|order id|invoice|discount|sales|profit',
    'order|sale|transaction',
    'purchase|invoice|deal|payment',
  ],
  flights: ['origin|dest|destination|carrier|dep delay|arr delay|airline|departure|arrival|tailnum', 'flight', 'trip'],
  films: ['director|genre|runtime|rating|budget|gross|mpaa|release date|imdb rating', 'movie|film', 'title|picture'],
  foods: ['calorie|protein|fat|carb|fiber|sugar|sodium', 'food|item|product|dish', 'drink|meal|snack|cereal'],
  births: [
    'mage|fage|premie|birth weight|gestation|birthweight|week|low birth weight|gained',
    'birth|baby|newborn|mother',
    'infant|pregnancy|child|delivery',
  ],
  companies: [
    'asset|market value|marketvalue|industry|sector|headquarters|ceo|ticker|market cap|valuation|funding|employees',
    'company|firm|business|corporation',
    'enterprise|organisation|organization|startup|group|employer',
  ],
  trips: [
    'distance|fare|tip|pickup|dropoff|pickup zone|trip distance|passenger|duration|start station|end station|dow|toll',
    'trip|ride|journey',
    'hire',
  ],
  stores: [
    'advertising|comp price|shelve loc|shelf location|store|opening hour|competition',
    'store|shop',
    'outlet|branch|location',
  ],
  tests: ['test|result|ct result|specimen|lab|swab|test date|sample', 'test|sample', 'patient|case|swab|specimen'],
  students: ['gpa|grade|sat|major|exam|math|reading|homework|graduated', 'student|pupil', 'learner|child|kid'],
  courses: [
    'course|instructor|professor|credit|enrolment|enrollment|subject|term|semester',
    'course|class',
    'lecture|seminar',
  ],
  patients: [
    'diagnosis|treatment|dose|blood pressure|bmi|cholesterol|symptom|hospital|survival|admission|disease|stage|tumor|glucose',
    'patient|person|people',
    'case|participant|subject',
  ],
  matches: [
    'home team|away team|home score|away score|home goal|away goal|season|referee|venue|opponent|score',
    'match|game',
    'fixture|encounter',
  ],
  athletes: [
    'position|height|jersey|number|club|weight|shoots|draft',
    'player|athlete',
    'sportsman|sportswoman|footballer',
  ],
  songs: ['artist|album|danceability|tempo|loudness|energy|valence|track|genre', 'song|track', 'record|tune|hit'],
  books: ['author|isbn|publisher|pages|title', 'book', 'title|novel|work'],
  incidents: [
    'victim|injury|injured|fatality|killed|weapon|severity|casualty|crime|arrest|offense|offence|suspect|officer',
    'incident|case',
    'crash|accident|crime|stop|arrest|collision|event',
  ],
  inspections: ['inspection|violation|inspection score|inspection date|inspector', 'inspection', 'visit|check'],
  calls: [
    'call|caller|call duration|phone|campaign|contact|agent|wait time',
    'call|contact',
    'interview|conversation|client|customer',
  ],
  animals: ['species|breed|animal|animal name|island|wingspan|body mass', 'animal|pet', 'creature|specimen'],
};

const lightWords =
  'a an the i we you he she it they me us my your our their its is are was were be been being am do does did have has had can could may might must shall should will would what which who whom whose when where why how much many long often soon far old big there here this that these those of in on at to for from by with about into as if then than or and but not no any some all each every please tell say know want need like get give make let go happen mean take come find somebody someone anybody anyone something anything one people person thing allowed allow possible ok okay really just also still only even ever exactly okay up out off so too very more most less least yes between during before after until per s t re ll d keep rule rules use put bring called call offer available time times case maximum minimum max min kind sort way work works cost costs price amount number charge charged pay paid much fee';

const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const irregular: Record<string, string> = {
  people: 'person',
  feet: 'foot',
  children: 'child',
  men: 'man',
  women: 'woman',
  babies: 'baby',
  dollars: 'dollar',
  movies: 'movie',
  calories: 'calorie',
  cookies: 'cookie',
};
const notPlural = /(ss|us|is|ous)$/;

function singular(word: string): string {
  if (Object.hasOwn(irregular, word)) return irregular[word];
  // "A3s"
  if (/^\p{L}+\d+s$/u.test(word)) return word.slice(0, -1);
  if (word.length < 4 || !word.endsWith('s') || notPlural.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/**
 * Cuts endings of number, tense and adverbs, so that "allowed" and "allows" become "allow". Not a full Porter stemmer.
 */
function stem(word: string): string {
  const one = singular(word);
  const cut = one
    .replace(/(?<=[a-z]{3})(ing|ed|ly|er|ers|ion|ions|ment|able)$/, '')
    .replace(/(?<=[a-z]{4})ors?$/, '')
    .replace(/(?<=[a-z]{3})e$/, '');
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
];

/** Words of questions are looked up, and "constructor" is a property of every ordinary object. */
function lookUpOnly<Record extends object>(record: Record): Record {
  return Object.setPrototypeOf(record, null);
}

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
  numbers: lookUpOnly({
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
  }),
  months: 'january february march april may june july august september october november december'.split(' '),
  concepts: lookUpOnly(splitAll(concepts)),
  rowKinds: Object.values(rowKinds).map(([traits, anybody, nouns]) => ({
    traits: traits.split('|'),
    anybody: anybody.split('|'),
    nouns: nouns.split('|'),
  })),
  weekdays: 'monday tuesday wednesday thursday friday saturday sunday'.split(' '),
  lightWords: lightWords.split(' '),
  singular,
  stem,
};
