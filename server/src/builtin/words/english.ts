import { shapeRewrites } from './shape-rewrites.ts';
import type { Rewrite } from './tokens.ts';
import type { Adjective, Term, Vocabulary } from './vocabulary.ts';

/** One meaning per phrase, except for a few words that depend on their neighbours. */
const terms: Record<Term, string> = {
  count:
    'how many|number of|the number of|total number of|count of|count|counts|how often|no of|headcount|head count|how frequently|numbers of|total count of',
  average:
    'average|mean|avg|on average|typical|typically|average of|mean of|in the mean|averaged|averages|usually|normally|on the average',
  sum: 'total|sum|sum of|in total|total of|altogether|combined|totals|summed up|total sum of|together|cumulative',
  median: 'median|median of',
  deviation: 'standard deviation|standard deviation of|stddev|std dev|std',
  share:
    'what percentage of|percentage of|percentage|what percent of|percent of|percent|in percent|in %|as a percentage|in per cent|what share of|share of|share|proportion of|what proportion of|proportion|fraction of|what fraction of|fraction|what % of|% of|what part of|part of the|ratio of',
  rate: 'rate|rates|ratio',
  show: 'show|list|give|give me|show me|find|find me|display|get|get me|list all|show all|print out|name|enumerate|pull up|rank|break down|breakdown of|distribution of|the distribution of|distribution|breakdown|distributed|order the|sort the|rank the|arrange the|show me all',
  which:
    'which|which of the|in which|for which|at which|of which|what kind of|what kinds of|what type of|what types of|what sort of|what sorts of',
  who: 'who|whom|whose',
  what: 'what|what is|what are|what were|what was|what were the',
  when: 'when|since when|on which date|on what date|what date|which date',
  where: 'where|whereabouts',
  howMuch: 'how much',
  how: 'how',
  why: 'why|how come',
  whether: 'whether all',
  exists:
    'do you have|do you have any|have you got|have you got any|has any|are there any|is there any|is there a|is there an|are there|is there|do we have any|do any|does any|are any|is any|did any|have any|was there any|were there any|was there ever|was there ever a|was there ever an|were there ever|were there ever any|was there a|was there an|has there ever been|has there ever been a|have there ever been|did we ever have|had any',
  distinct:
    'distinct|different|unique|possible|various|separate|all the different|kinds of|types of|sorts of|kind of|type of|sort of|different kinds of|different types of',
  predict:
    'would|should|could|what could|how much could|should i expect|could i expect|would you expect|what would|how much would|what should|how much should|how much will|what will|predict|predict the|estimate|estimate the|forecast|guess|what would you expect|expected|can you predict|can you estimate|prediction|prediction for|estimate for|work out what|will|what will be|how will|what happens to',
  highest: 'highest|maximum|max|largest|biggest|greatest|longest|latest|maximal|peak|most recent|newest',
  lowest: 'lowest|minimum|min|smallest|shortest|earliest|minimal',
  most: 'most|the most',
  least: 'least|fewest|the fewest|the least',
  commonest:
    'busiest|most common|most frequent|commonest|most often|most frequently|most popular|most commonly|most widespread|most usual|dominant',
  rarest: 'quietest|least common|least frequent|rarest|least often|least popular|most rare|least frequently',
  top: 'top|best',
  bottom: 'bottom',
  sorted:
    'sorted by|ordered by|order by|sort by|ranked by|rank by|sorted|ordered|sort them by|in order of|by descending|by ascending',
  descending:
    'descending|desc|from highest to lowest|highest first|in descending order|from high to low|largest first|biggest first',
  ascending: 'ascending|asc|from lowest to highest|lowest first|in ascending order|from low to high|smallest first',
  first: 'first|the first',
  last: 'last|final',
  range: 'range|price range|ranges|spread of|span of',
  periodic: 'monthly|yearly|annually|quarterly|weekly|daily',
  overTime:
    'over time|over the years|over the months|through the years|development of|trend of|trend|develop|developed|evolve|evolved|change over time|change over the years',
  by: 'by|per|grouped by|group by|broken down by|split by|across|for the different|depending on|according to|by the|versus each|as a function of|by each|per each',
  each: 'for each|for every|in each|in every|of each|of every|each|every|at each|on each|for all|for every single|from each|each of the',
  withAndWithout: 'with and without|with or without|with versus without|with vs without',
  month: 'month|months|month of the year',
  year: 'year|years',
  quarter: 'quarter|quarters',
  week: 'week|weeks',
  day: 'day|days|date|dates',
  hour: 'hour of the day|hour|hours|time of day|time of the day',
  decade: 'decade|decades',
  weekday: 'weekday|weekdays|day of the week|days of the week|day of week',
  more: 'more than|over|above|greater than|bigger than|larger than|higher than|longer than|exceeding|exceed|exceeds|exceeded|in excess of|>|beyond|upwards of|more then',
  atLeast:
    'at least|minimum of|a minimum of|no less than|not less than|no fewer than|>=|≥|greater than or equal to|min',
  less: 'less than|under|below|fewer than|smaller than|lower than|shorter than|<|less then|fewer then',
  atMost:
    'at most|up to|maximum of|a maximum of|no more than|not more than|<=|≤|less than or equal to|max|not over|not above',
  orMore:
    'or more|or higher|or above|or over|and more|and up|and above|or larger|or bigger|or longer|or greater|plus|+|and over|or older|and older',
  orLess:
    'or less|or fewer|or lower|or below|or under|and less|and below|or smaller|or shorter|and under|or younger|and younger',
  between: 'between|ranging from|in between|within|anywhere from|from between',
  equal: 'exactly|equal to|equals|=|equal|is exactly|of exactly|at exactly|just',
  not: 'not|not in|not at|non|outside|outside of|except|except for|except in|except those in|excluding|exclude|other than|besides|apart from|is not|are not|was not|were not|that are not in|ignoring|everywhere but|everywhere except|anywhere but|leaving out|but not|but not in|never|not from|not a|not an',
  no: 'no|without|without a|without any|without an|zero|has no|have no|having no|with no|do not have|do not have a|do not have an|does not have|not have|do not have any|does not have a|does not have any|did not have|did not have a|lack|lacks|lacking|have not|has not|have not got|not have a|not have any',
  neither: 'neither|have neither|has neither|with neither',
  missing:
    'missing|unknown|empty|is null|are null|null|not set|blank|not known|not recorded|not available|not given|not listed|do we not know|we do not know|we not know|without a known|without known|is not known|undefined',
  after: 'after|later than|newer than|more recent than',
  since: 'since|starting|starting from|as of|from the year',
  before: 'before|earlier than|prior to',
  until: 'until|till|through',
  onwards: 'on|onwards|onward|or later|and later|or newer|and newer|or after|and after',
  backwards: 'or earlier|and earlier|or before|and before',
  thisPeriod: 'this|current|the current|so far this',
  lastPeriod: 'last|previous|the last|the previous|past|the past',
  today: 'today',
  yesterday: 'yesterday',
  money: '$|€|£|dollar|dollars|usd|euro|euros|eur|pound|pounds|gbp|bucks',
  than: 'than|than the|than those|than those in|than in|than that of|than the ones in|than at|than for|than on|than from',
  moreSo: 'more|higher|greater|larger|bigger|much more|much higher',
  lessSo: 'less|lower|smaller|fewer|much less|much lower',
  versus: 'vs|versus|compared to|compared with|against|as opposed to',
  // No rule reads it: it is known so that it is left unread, and no typing error of "different"
  compare: 'compare|comparing|comparison|differ|differs|difference',
  and: 'and|,|&|, and|as well as|and also',
  or: 'or|, or|nor',
  to: 'to|-|up to',
  from: 'from',
  in: 'in|at|on|within|inside|around|during|about|concerning|regarding|located in|situated in|lying in|among|among the|near|called|named|titled|labelled|with the name',
  with: 'with|having|that have|which have|that has|who have|who has|featuring|offering|containing|including|got',
  of: 'of|for|by the name of',
  be: 'is|are|was|were|be|been|being|do|does|did|lie|lies|belong to|belongs to|come|comes',
  have: 'have|has|had|contain|contains|contained|included|hold|holds|see|sees|offer|offers',
  row: 'row|rows|record|records|entry|entries|listing|listings|result|results|data|dataset|data set|observation|observations|data points|case|cases|example|examples|data point',
  vague: 'one|ones|item|items|thing|things|place|places',
  followUp:
    'and|same|same in|what about|how about|and what about|and how about|and in|same for|the same for|and for|then|also|now|but|and now|ok and|okay and|and only|what if|instead|so|and the same for|or rather|now for|now in|and among|and of',
  them: 'of them|of those|of these|among them|among those|them|those|these|they|of which|out of those|out of them|in there|of the ones|their|of these ones|their own',
  noise:
    'he|she|him|everything|answered the survey|filled in the survey|filled out the survey|took the survey|in this survey|in this study|in this dataset|in this list|in this file|in this report|in this sheet|anyone|anybody|someone|somebody|everyone|everybody|across the company|in the company|at the company|of the company|in the organisation|in the organization|worldwide|overall|ever|in the whole data|over the whole period|over the entire period|in the whole table|in the census|in the survey|in the study|in the sample|in the poll|in the sheet|in the spreadsheet|in the log|in the report|in the table|on the menu|on file|in the register|on the list|in our fleet|in the firm|in the list|in our records|in the records|on record|in stock|in the set|in the file|in the catalogue|in the catalog|in our books|to make|to buy|to build|to produce|we offer|do we have on file|do we give out|did we give out|have we given out|we gave out|gave out|give out|given out|hand out|handed out|take place|took place|takes place|taken place|the|a|an|there|please|me|us|i|we|you|can you|could you|would you|tell|tell me|tell us|i want to know|i would like to know|do you know|let me know|want|to know|like|that|it|its|all|any|some|both|either|(|)|currently|exactly|really|only|our|your|they|hey|hi|hello|ok|okay|well|available|listed|exist|exists|actually|in the table|in the data|in the dataset|in the database|in our data|in this data|stored|in this table|here|thanks|thank you|i need|overview of|whole|entire|:|.|there are|in all|quick|quickly|gimme|kindly|wanna|pls|plz|as|his|her|my|this|can|has there been|have there been|ever|overall|me the|out of|across all|of all|for all|do we|do we have|have we|have we got|get|gets|go|goes|going|getting|if|while|even|already|yet|still|far|so far',
  soft: 'generate|generates|generated|yield|yields|yielded|buy|buys|buying|purchase|purchases|purchased|cost|costs|charge|charges|score|scores|caught|seen|spotted|sighted|observed|captured|heard|collected|took part|take part|takes part|taken part|appear|distinguished|noted|very|treated|enrolled|joined|attended|consist|consists|done|responded|caused|causing|cause|causes|operate|operates|operated|operating|written|wrote|write|posted|flew|fly|flies|flown|flying|left|leaves|departed|departing|own|owns|owned|travel|travels|travelled|traveled|earn|earns|earning|grew|grown|concerned|submitted|handled|managed|struck|hit|sized|fell|carried out|animal|animals|something|anything|figure|grams|gram|millimetres|millimeters|knots|inches|value|values|figure|figures|people|built|made|produced|manufactured|registered|recorded|reported|issued|released|published|launched|opened|founded|created|entered|taken|measured|covered|used|use|uses|using|found|born|sold|sell|bought|ordered|placed|earned|work|works|working|worked|live|lives|living|lived|happen|happens|happened|occur|occurred|stand|stands|situated|located|saw|seen|come from|came|coming|given|individual|individuals|area|areas|mile|miles|item|items|thing|things|kind|kinds|type|types|level|levels|amounts|numbers|day|time|times|unit|units|degree|degrees|company|world|history|data|group|groups|category|categories|point|points|cover|covers|belong|belongs|report|reports|run|runs|running|ran|driven|drive|drives|experience|experienced|conducted|performed|carried|carry|received|receive|sent|present|represented|pay|paid|serve|serves|served|held|stay|stays|stayed|appear|appears|appeared|show up|based|lasted|spend|spent|brought|bring|brings|involve|involved|involving|considered|featured|stored|counted|set|put|keep|kept|sit|came back|come back|comes back|came through|came out|come out|turned out|wear|wears|play|plays|playing|played|make|makes|making|show|shows|rows|row|do|done|room|neighbourhood|neighborhood|location|facility|system|feature|option|plan|service|program|status',
  asksFigure:
    'how long|how far|how soon|how early|how late|how old|how big|how high|how often|what time|price|price of|cost|costs|fee|phone|telephone|hours|deadline',
  greeting:
    'hi|hello|hey|good morning|good afternoon|good evening|hi there|hello there|hey there|greetings|yo|good day|howdy|hiya',
  help: 'help|help me|what can you do|what can you do for me|what can i ask|what can i ask you|what do you know|who are you|what are you|how does this work|what can you answer|what can you tell me|what questions can you answer|what questions can i ask|how can you help|how can you help me|what do you do|what is this|what data do you have|what tables do you have|what can i ask about|usage|?|what else can you do|what can you help with|what can you help me with|how do i use this|give me some examples|examples|give me examples|what are you able to do',
  thanks:
    'thanks|thank you|thank you very much|many thanks|thx|ty|cheers|ok|okay|bye|goodbye|thanks a lot|ok thanks|perfect',
};

/** Plain:comparative:superlative forms of adjectives, those for much first, then those for little. */
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
  height: ['tall:taller:tallest', 'short:shorter:shortest|small:smaller:smallest'],
  humidity: ['humid|damp:damper:dampest', 'arid'],
  precipitation: ['wet:wetter:wettest|:rainier:rainiest', 'dry:drier:driest'],
  depth: ['deep:deeper:deepest', 'shallow:shallower:shallowest'],
  width: ['wide:wider:widest|broad:broader:broadest', 'narrow:narrower:narrowest'],
  wind: [':windier:windiest', ':calmer:calmest'],
  rating: ['good:better:best', 'bad:worse:worst'],
  wealth: ['rich:richer:richest|wealthy:wealthier:wealthiest', 'poor:poorer:poorest'],
  population: ['populous:more populous:most populous', 'unpopulated'],
  power: ['powerful:more powerful:most powerful|strong:stronger:strongest', 'weak:weaker:weakest'],
  satisfaction: [
    'satisfied:more satisfied:most satisfied|happy:happier:happiest|contented',
    'dissatisfied|unsatisfied|unhappy:unhappier:unhappiest',
  ],
  economy: ['economical|fuel efficient', 'thirsty:thirstier:thirstiest'],
  profit: ['profitable', 'unprofitable'],
  experience: ['experienced', 'inexperienced'],
  education: ['educated', 'uneducated'],
  density: ['dense:denser:densest|crowded', 'sparse:sparser:sparsest'],
  thickness: ['thick:thicker:thickest', 'thin:thinner:thinnest'],
  loudness: ['loud:louder:loudest|noisy:noisier:noisiest', 'silent'],
  productivity: ['productive', 'unproductive'],
  sweetness: ['sweet:sweeter:sweetest|sugary', 'unsweetened'],
  debt: ['indebted', 'debtless'],
  distance: ['far:farther:farthest|distant|long:longer:longest', 'near:nearer:nearest|short:shorter:shortest'],
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

/** Words for the negative value of a yes-or-no column. */
const contraries: Record<string, string> = {
  leaving: 'stay|stayed|remained|remain|retained|kept|still here|loyal|stays|non churner',
  survival: 'died|dead|perished|killed|dies|die|deceased',
  married: 'unmarried|single',
  smoking: 'nonsmoker|non smoker|nonsmoking',
  default: 'repaid|paid back',
  private: 'public',
  fulltime: 'part time|parttime',
  urban: 'rural',
  active: 'inactive',
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
    'flat|apartment|dwelling|building|condo|rental|listing|unit',
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

const units =
  'g kg mg mm cm m km ft lb lbs oz min sec s h hr hrs usd eur gbp pct percent knot mph kmh celsius fahrenheit c f kw kwh gallon litre liter inch dollar euro gram minute hour kilogram kilo tonne ounce millimetre millimeter centimetre centimeter metre meter kilometre kilometer foot yard mile km2 m2 sqm sqft acre hectare ha kb mb gb tb kilobyte megabyte gigabyte terabyte mhz ghz hz px pixel ml cl dl hp ps watt kva volt v amp db mm2 cm2 cc';

/** Short forms in names of columns. */
const abbreviations =
  'yrs:year|yr:year|mths:month|mo:month|hr:hour|hrs:hour|mins:minute|secs:second|wk:week|wks:week|qty:quantity|amt:amount|dept:department|num:number|nr:number|pct:percent|perc:percent|addr:address|temp:temperature|emp:employee|cust:customer|prod:product|cat:category|desc:description|dob:date of birth|acct:account|tel:telephone|ph:phone|abbr:abbreviation|pl:place|loc:location|mfr:manufacturer|avg:average|dist:distance|wt:weight|ht:height|len:length|lat:latitude|lng:longitude|lon:longitude|exp:experience|edu:education|educ:education|pop:population|std:standard|dur:duration|rev:revenue|cnt:count|occ:occupation|hosp:hospital|diag:diagnosis|med:medical|bp:blood pressure|chol:cholesterol|spd:speed|vol:volume|freq:frequency|cyl:cylinder|disp:displacement|veh:vehicle|reg:region|ctry:country|lang:language|fname:first name|lname:last name|bal:balance|amnt:amount|dow:day of week|wday:weekday|govt:government|univ:university|sq:square|ft:feet|sqft:square feet|hd:hard disk|hdd:hard disk|cpu:processor|csat:customer satisfaction|nps:net promoter score|fc:forecast|inc:income|disc:discount|mgr:manager|org:organisation|sal:salary|bdate:birth date|ss:social security';

const demonyms =
  'argentina:argentinian,argentine|australia:australian|austria:austrian|belgium:belgian|brazil:brazilian|bulgaria:bulgarian|canada:canadian|chile:chilean|china:chinese|colombia:colombian|croatia:croatian|cuba:cuban|czech republic:czech|czechia:czech|denmark:danish,dane|egypt:egyptian|england:english|estonia:estonian|ethiopia:ethiopian|finland:finnish,finn|france:french|germany:german|greece:greek|hungary:hungarian|iceland:icelandic|india:indian|indonesia:indonesian|iran:iranian|iraq:iraqi|ireland:irish|israel:israeli|italy:italian|jamaica:jamaican|japan:japanese|kenya:kenyan|korea:korean|south korea:korean,south korean|latvia:latvian|lithuania:lithuanian|luxembourg:luxembourgish|malaysia:malaysian|mexico:mexican|morocco:moroccan|netherlands:dutch|new zealand:new zealand|nigeria:nigerian|norway:norwegian|pakistan:pakistani|peru:peruvian|philippines:filipino,philippine|poland:polish|portugal:portuguese|romania:romanian|russia:russian|saudi arabia:saudi|scotland:scottish|serbia:serbian|singapore:singaporean|slovakia:slovak|slovenia:slovenian|south africa:south african|spain:spanish|sweden:swedish,swede|switzerland:swiss|taiwan:taiwanese|thailand:thai|tunisia:tunisian|turkey:turkish|ukraine:ukrainian|united kingdom:british,uk|uk:british|great britain:british|united states:american,us|united states of america:american,us|usa:american,us|us:american|venezuela:venezuelan|vietnam:vietnamese|wales:welsh|ca:california|tx:texas|ny:new york|fl:florida|il:illinois|pa:pennsylvania|oh:ohio|ga:georgia|nc:north carolina|mi:michigan|nj:new jersey|va:virginia|wa:washington|az:arizona|ma:massachusetts|tn:tennessee|in:indiana|mo:missouri|md:maryland|wi:wisconsin|co:colorado|mn:minnesota|sc:south carolina|al:alabama|la:louisiana|ky:kentucky|or:oregon|ok:oklahoma|ct:connecticut|ut:utah|ia:iowa|nv:nevada|ar:arkansas|ms:mississippi|ks:kansas|nm:new mexico|ne:nebraska|id:idaho|wv:west virginia|hi:hawaii|nh:new hampshire|me:maine|mt:montana|ri:rhode island|de:delaware|sd:south dakota|nd:north dakota|ak:alaska|vt:vermont|wy:wyoming|s:small|m:medium|l:large|xl:extra large,extra-large|xxl:double extra large|europe:european|asia:asian|africa:african|americas:american|oceania:oceanian|north america:north american|south america:south american';

function demonymsOf(pairs: string): Record<string, string> {
  return Object.fromEntries(pairs.split('|').map((pair) => pair.split(':')));
}

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

const superlatives =
  '(?:most|least|best|worst|fewest|(?!interest|forest|west|east|guest|request|test|rest|nest|priest)[a-z]{2,}est)\\b';

const rewrites: readonly Rewrite[] = [
  ...shapeRewrites,
  // "1,5 kg" is one number, "2,3 or 4 rooms" are three
  [/(?<![\d.,])(\d{1,3}),(\d{1,2})(?!\d|,\d|\s*(?:,|or\b|and\b|to\b))/g, '$1.$2'],
  [/\b(latest|earliest) in the day\b/gi, '$1 time'],
  // "Best-selling", "sells best": of which most rows tell
  [/\b(?:best|top)[- ]sell(?:ing|ers?)\b/gi, 'most popular'],
  [/\b(?:worst|least)[- ]sell(?:ing|ers?)\b/gi, 'least popular'],
  [/\b(?:sells?|sold) (?:the )?best\b/gi, 'sold the most'],
  // "Month-to-month" is a word of its own
  [/\b(\p{L}+)-to-\1\b/giu, '$1to$1'],
  // Who stays for how long has not stayed for good
  [/\bhow long (do|does|did) (.{1,60}?) stay\b/gi, 'how long $1 $2 lasted'],
  // "The second highest", "the 3rd most": the place in a ranking
  ...'second|2nd,third|3rd,fourth|4th,fifth|5th,sixth|6th,seventh|7th,eighth|8th,ninth|9th,tenth|10th'
    .split(',')
    .map((words, at): Rewrite => [new RegExp(`\\b(?:${words})(?=[- ]${superlatives})`, 'gi'), `place${at + 2}`]),
  // "July 4th", "below 40%"
  [/\b(\d+)(?:st|nd|rd|th)\b(?! quarter)/gi, '$1'],
  [/(?<=\d)\s*(?:%|percent\b|per cent\b|pct\b)/gi, ' '],
  [
    /\b(january|february|march|april|may|june|july|august|september|october|november|december) (?:of|in) (?:that|the same|this) year\b/gi,
    '$1',
  ],
  // "Over 10,000 a month"
  [/(?<=\d) (?:a|per|each|every) (?:month|year|day|week|hour)\b/gi, ''],
  // "The average order value", "how much does a customer spend per visit"
  [
    /\b(?:average|mean|typical) (order|basket|cart|invoice|receipt|transaction|ticket|booking|purchase) (?:value|total|spend|spending|size in money)\b/gi,
    'average total price per $1',
  ],
  [
    /\bhow much (?:does|do|did) (?:an?|the|our|each) (?:average |typical )?(?:customer|client|guest|buyer|shopper|visitor|person|people)s? (?:spend|pay)s? (?:on average |typically )?(?:per|on each|for each|in each) (\p{L}+)(?: on average)?/giu,
    'average total price per $1',
  ],
  // "Does a bigger lot mean a higher price?"
  [/\bmeans? (?=(?:an? )?(?:more|less|[a-z]{2,}er)\b)/gi, 'goes with '],
  // "How many ratings does a user give on average?"
  [
    /\b(how (?:many \p{L}+|much)) (?:does|do|did) (?:an?|each|every|the (?:average|typical)) (\p{L}+) (?!have|has|contain|cost|weigh|earn|get)(\p{L}+) (on average|in the mean|typically)/giu,
    '$1 $3 per $2 $4',
  ],
  // "What does that one cost?"
  [/\b(?:that|this) one\b/gi, 'those'],
  // "How many years was that?"
  [
    /\b(is|was|of|for|in|at|than|with|about|does|did) (?:that|this|it)(?=\s*(?:[?,.]|$| (?:for|in|by|on|with|go|goes|went|cost|have)\b))/gi,
    '$1 those',
  ],
  [
    /\bwith (?!and |or )((?:\S+ ){1,4}?)(?:versus|vs\.?|and|or|compared (?:to|with)|than(?: for| in| of)?) (?:those |the ones |homes |people )?without(?: it| them| any| one)?(?=\s*(?:[?,.]|$))/gi,
    'with and without $1',
  ],
  [
    /^(?:what|which) (?:time )?(?:period|span|range|time)(?: of time)? (?:does|do|is|are) (?:the |our |this )?(?:data|records?|table|series|dataset) (?:cover|covered|span|from)\b/gi,
    'what is the earliest and latest date',
  ],
  [/\bwhich ones?(?=\s*(?:[?,.]|$))/gi, 'list those'],
  [/^any\b/gi, 'are there any'],
  [/\b(i\.e\.|e\.g\.|viz\.)/gi, ','],
  [/\b(\d[\d.,]*) (and|to) (\d[\d.,]*) (thousand|million|billion)\b/gi, '$1 $4 $2 $3 $4'],
  [
    /^when (does|do|did) (?:the |our |this )?(?:data|records?|table|series|dataset) (?:start|begin)\b/gi,
    'what is the earliest date',
  ],
  [
    /^when (does|do|did) (?:the |our |this )?(?:data|records?|table|series|dataset) (?:end|stop)\b/gi,
    'what is the latest date',
  ],
  [/(?<!\b(?:are|were|is|was|been|had|have)\s)\bthere\s*\?*\s*$/gi, 'among those'],
  [/\b(?:first|1st) quarter\b/gi, 'Q1'],
  [/\b(?:second|2nd) quarter\b/gi, 'Q2'],
  [/\b(?:third|3rd) quarter\b/gi, 'Q3'],
  [/\b(?:fourth|4th|last) quarter of\b/gi, 'Q4 of'],
  // "40 g of sugar"
  [
    /(?<=\d)\s*(?:g|mg|kg|µg|ml|oz|grams?|milligrams?|kilograms?|ounces?|lit(?:er|re)s?|units?|pieces?)\s+of\b/gi,
    ' of',
  ],
  // "Are all homes …?" asks for yes or no
  [/^(are|is|was|were|do|does|did|have|has) (all|every|each|both)\b/gi, 'whether all'],
  [/\b(can)'t\b/gi, '$1 not'],
  [/\bwon't\b/gi, 'will not'],
  [/n't\b/gi, ' not'],
  [/\b(what|where|who|how|which|there|it|that)'s\b/gi, '$1 is'],
  [/\b(what|where|who|how)s\b/gi, '$1 is'],
  [/'(ll|re|ve|d|m)\b/gi, ' '],
  [/'s\b/gi, ''],
  // "mean" is an average, except in "what does … mean"
  [/\b(do|does|did)\b(.*) mean\s*\??$/gi, '$1$2 signify'],
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
  adjectives: [
    ...Object.entries(adjectiveForms).flatMap(([concept, [much, little]]) => [
      ...formsOf(concept, true, much),
      ...formsOf(concept, false, little),
    ]),
    { concept: 'time', more: false, plain: 'old', comparative: 'older', superlative: 'oldest', farFetched: true },
    { concept: 'time', more: false, plain: 'initial', superlative: 'first' },
    { concept: 'time', more: true, plain: 'final', superlative: 'last' },
  ],
  concepts: lookUpOnly(splitAll(concepts)),
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
    ...'de del la el al los las du des le der die das von und y et'.split(' '),
  ],
  contraries: lookUpOnly(splitAll(contraries)),
  rowKinds: Object.values(rowKinds).map(([traits, anybody, nouns]) => ({
    traits: traits.split('|'),
    anybody: anybody.split('|'),
    nouns: nouns.split('|'),
  })),
  agentEnding: /(?:[^aeiou]er|or|ist|ee|ant)$/,
  personTraits: rowKinds.people[0].split('|'),
  abbreviations: lookUpOnly(Object.fromEntries(abbreviations.split('|').map((pair) => pair.split(':')))),
  demonyms: lookUpOnly(demonymsOf(demonyms)),
  weekdays: 'monday tuesday wednesday thursday friday saturday sunday'.split(' '),
  partsOfWeek: { weekend: [5, 6], weekends: [5, 6], 'a weekend': [5, 6] },
  lightWords: lightWords.split(' '),
  units: units.split(' '),
  singular,
  stem,
  opposites: (word) => ['un', 'non', 'non ', 'in', 'dis', 'not '].map((prefix) => prefix + word),
};
