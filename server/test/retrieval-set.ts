/**
 * Documents and questions about them, made by rule: six makers of three kinds of machine each, with fourteen properties.
 * Every fact is told once, in a sentence whose words the questions put in another order and in other forms; passages
 * beside it tell of the same maker, the same kind or the same property, so that no single word leads to the answer.
 */
interface RetrievalSet {
  documents: { name: string; text: string }[];
  questions: { question: string /** The passage that answers holds this. */; fact: string }[];
}

const makers = ['Larkfield', 'Osmund', 'Tarrant', 'Velmar', 'Quillon', 'Hestia'];
const kinds = ['pump', 'kiln', 'crusher'];
const machines = makers.flatMap((maker) => kinds.map((kind): [maker: string, kind: string] => [maker, kind]));

interface Property {
  heading: string;
  /** `{m}` manufacturer, `{k}` kind, `{v}` the value. */
  fact: string;
  /** Mentions the same property without the fact. */
  beside: string;
  questions: [string, string];
  value: (index: number) => string;
}

const towns = ['Aldmoor', 'Brinsey', 'Carrow', 'Dunholt', 'Elsdon', 'Farleigh', 'Gorsley'];
const pick = (list: string[], index: number) => list[index % list.length];

const properties: Property[] = [
  {
    heading: 'Guarantee',
    fact: 'The makers guarantee the {m} {k} for {v} months from the day of delivery.',
    beside: 'A guarantee ends early when seals have been broken by strangers.',
    questions: ['For how many months is the {k} of {m} guaranteed?', 'How long do guarantees on {m} {k}s last?'],
    value: (index) => String(12 + 3 * index),
  },
  {
    heading: 'Weight',
    fact: 'Without its packaging the {m} {k} weighs {v} kilograms.',
    beside: 'Floors must carry twice the weight of what stands on them.',
    questions: ['What does a {m} {k} weigh unpackaged, in kilograms?', 'weight of the {k} made by {m}'],
    value: (index) => String(140 + 37 * index),
  },
  {
    heading: 'Oiling',
    fact: 'Bearings of the {m} {k} are oiled every {v} working hours.',
    beside: 'Oil is kept in the red cans and never mixed.',
    questions: ['How often must I oil the bearing of a {m} {k}?', 'hours between oilings, {m} {k} bearings'],
    value: (index) => String(50 + 20 * index),
  },
  {
    heading: 'Voltage',
    fact: 'The motor that drives the {m} {k} is connected to {v} volts.',
    beside: 'Motors hum when the voltage sinks.',
    questions: [
      'Which voltage does the motor driving {m} {k}s need?',
      'To how many volts do we connect the {k} from {m}?',
    ],
    value: (index) => String(110 + 10 * index),
  },
  {
    heading: 'Workshop',
    fact: 'Repairs of the {m} {k} are carried out by the workshop in {v}.',
    beside: 'Every workshop keeps a book of its repairs.',
    questions: ['Where is a broken {m} {k} repaired?', 'Which workshop carries out the repairing of {m} {k}s?'],
    value: (index) => pick(towns, index * 3),
  },
  {
    heading: 'Spare parts',
    fact: 'Spare parts for the {m} {k} are ordered under number {v}.',
    beside: 'Parts that are out of stock take two weeks longer.',
    questions: ['Under what number can I order a spare part for our {m} {k}?', 'ordering number of parts, {k} by {m}'],
    value: (index) => `${700 + index}-${index * 13 + 11}`,
  },
  {
    heading: 'Noise',
    fact: 'At full speed the {m} {k} is as loud as {v} decibels.',
    beside: 'Ears are protected wherever speeds are high.',
    questions: ['How many decibels loud does the {m} {k} get at full speed?', 'loudness in decibel of {m} {k}s'],
    value: (index) => String(61 + 2 * index),
  },
  {
    heading: 'Cleaning',
    fact: 'Crews clean the {m} {k} with {v} after each shift.',
    beside: 'Cleaning cloths are washed, not thrown away.',
    questions: ['What is used for cleaning a {m} {k} when the shift is over?', 'With what do crews clean {m} {k}s?'],
    value: (index) => pick(['warm water', 'soda', 'spirit', 'steam', 'sawdust'], index),
  },
  {
    heading: 'Training',
    fact: 'Nobody runs the {m} {k} before {v} days of training.',
    beside: 'Trainings begin on Mondays in the yellow room.',
    questions: [
      'How many days must I be trained to run the {m} {k}?',
      'length in days of trainings for running {m} {k}s',
    ],
    value: (index) => String(2 + index),
  },
  {
    heading: 'Storage',
    fact: 'Out of season the {m} {k} is stored in hall {v}.',
    beside: 'Halls are locked while nothing is fetched or stored.',
    questions: [
      'In which hall are {m} {k}s stored out of season?',
      'Where do we store the {k} of {m} when the season ends?',
    ],
    value: (index) => `H${index + 3}`,
  },
  {
    heading: 'Temperature',
    fact: 'Above {v} degrees the {m} {k} switches itself off.',
    beside: 'Thermometers hang beside every switch.',
    questions: [
      'At how many degrees does the {m} {k} switch off by itself?',
      'degrees at which {m} {k}s are switching off',
    ],
    value: (index) => String(70 + 5 * index),
  },
  {
    heading: 'Purchase',
    fact: 'The {m} {k} was purchased from a dealer in {v}.',
    beside: 'Dealers send their bills after the purchase.',
    questions: [
      'From a dealer in which town did we purchase the {m} {k}?',
      'town of the dealers who sold the purchased {k}, {m}',
    ],
    value: (index) => pick(towns, index * 5 + 2),
  },
  {
    heading: 'Inspection',
    fact: 'An inspector examines the {m} {k} in {v} of every year.',
    beside: 'Inspectors are shown the book of the past year.',
    questions: [
      'When in the year is our {m} {k} examined by the inspector?',
      'month of inspections examining {m} {k}s',
    ],
    value: (index) => pick(['January', 'March', 'May', 'July', 'September', 'November'], index),
  },
  {
    heading: 'Belts',
    fact: 'Drive belts of the {m} {k} are replaced once they have stretched by {v} millimetres.',
    beside: 'Replaced belts go back to the maker.',
    questions: [
      'After stretching how many millimetres does one replace the drive belt of a {m} {k}?',
      'belt replacement on the {m} {k}, millimetres stretched',
    ],
    value: (index) => String(4 + index),
  },
];

const fill = (text: string, [maker, kind]: [string, string], value = '') =>
  text.replaceAll('{m}', maker).replaceAll('{k}', kind).replaceAll('{v}', value);

/** Makes a handbook per machine for the first half of the properties, a leaflet per property for the others. */
export function makeRetrievalSet(): RetrievalSet {
  const half = properties.length / 2;
  const section = (heading: string, property: Property, index: number) =>
    `## ${heading}\n\n${property.beside} ${fill(property.fact, machines[index], property.value(index))}\n`;
  const handbooks = machines.map(([maker, kind], index) => ({
    name: `handbook-${index + 1}.md`,
    text: [`# ${maker} ${kind}`, ...properties.slice(0, half).map((one) => section(one.heading, one, index))].join(
      '\n\n',
    ),
  }));
  const leaflets = properties.slice(half).map((property, number) => ({
    name: `leaflet-${number + 1}.md`,
    text: [
      `# ${property.heading}`,
      ...machines.map(([maker, kind], index) => section(`${maker} ${kind}`, property, index)),
    ].join('\n\n'),
  }));
  const questions = properties.flatMap((property) =>
    machines.map((machine, index) => ({
      question: fill(property.questions[index % 2], machine),
      fact: fill(property.fact, machine, property.value(index)),
    })),
  );
  return { documents: [...handbooks, ...leaflets], questions };
}

/** Questions about the sample handbook in users' own words, each with words of the right passage only. */
export const handbookQuestions: [question: string, answer: string][] = [
  ['how much is the deposit for a furnished flat', 'one and a half months'],
  ['do I get interest on my deposit', 'earn interest'],
  ['when do I get my deposit back after moving out', 'within 21 days'],
  ['are nail holes in the wall deducted', 'Small nail holes'],
  ['who decides when I disagree about deductions', 'mediator'],
  ['can I keep two cats', 'at most two animals'],
  ['are snakes allowed', 'Snakes'],
  ['is my 30 kilogram dog okay', '25 kilograms'],
  ['do I pay extra rent for a dog', 'rises by 25 dollars'],
  ['fine for not picking up dog waste', 'leaving it costs 50'],
  ['how long is the notice period for a month-to-month lease', '30 days'],
  ['what does it cost to break the lease early', "two months' rent"],
  ['price of a lost key', 'costs 45 dollars'],
  ['how early must the final inspection be booked', 'ten days ahead'],
  ['how much notice does the agency give long tenants', '90 days'],
  ['what is the emergency number', '555-0142'],
  ['I smell gas, what now', 'smell gas'],
  ['how quickly is a broken refrigerator fixed', 'two working days'],
  ['who pays for light bulbs', 'light bulbs'],
  ['may I repair things myself and deduct the cost', 'below 100 dollars'],
  ['viewing hours on Saturday', 'Saturdays from 9 until 2'],
  ['what do I have to bring to a viewing', 'Bring an identity card'],
  ['are there video tours', 'video tour'],
  ['do tenants have to be told before somebody views their home', 'told 24 hours before'],
  ['when is rent due', 'first day of the month'],
  ['can I pay rent in cash', 'cash is not'],
  ['late fee percentage', '4 percent'],
  ['what if I cannot pay the rent on time', 'three months'],
  ['how much may the rent increase', '5 percent'],
  ['is water included in the rent', 'Water, sewage'],
  ['where is there fibre internet', 'Fibre is laid'],
  ['when are the bins emptied', 'Tuesdays'],
  ['how much does a garage space cost', '140 dollars'],
  ['how long can guests park', '72 hours'],
  ['price for charging an electric car', '32 cents'],
  ['where can I store my bicycle', 'bicycle room'],
  ['when are quiet hours', '10 at night'],
  ['can I let my home to tourists', 'tourists'],
  ['may I paint the walls', 'painted in light colours'],
  ['is smoking allowed on the balcony', 'Balconies are free'],
  ['how much is a wash in the laundry', '1.75'],
  ['what documents do I hand in with an application', 'three pay slips'],
  ['application fee per adult', '35 dollars'],
  ['how much must I earn to rent', 'two and a half times'],
];
