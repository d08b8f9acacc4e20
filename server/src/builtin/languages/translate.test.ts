import { expect, test } from 'vitest';
import { ownWordsOf } from './own-words.ts';
import { sayInEnglish, tongueOf } from './say-in-english.ts';

const text = (name: string, ...values: string[]) => ({ name, type: 'text', distinct: values.length, values });
const own = ownWordsOf([
  {
    name: 'fahrraeder',
    columns: [
      text('Marke', 'Canyon', 'Cube'),
      text('Farbe', 'Rot'),
      { name: 'Laufzeit', type: 'integer', distinct: 9 },
    ],
  },
]);

test.each([
  ['How many bikes are there in Ulm?', undefined],
  ['Which Marke is the most expensive on average?', undefined],
  ['Marke highest Laufzeit', undefined],
  ['Wie viele Räder gibt es in Ulm?', 'de'],
  ['Combien de vélos sont rouges ?', 'fr'],
  ['¿Cuántas casas hay?', 'es'],
])('knows the language of: %s', (question, code) => expect(tongueOf(question, own)?.code).toBe(code));

test.each([
  ['Wie viele rote Fahrräder gibt es?', 'how many rot fahrraeder are there?'],
  ['Durchschnittspreis pro Farbe', 'average price per Farbe'],
  ['Welche Marken sind am teuersten?', 'which marke are priciest?'],
  ['Wie viele wurden nach dem 3. März 2024 verkauft?', 'how many are after 3 march 2024 sold?'],
  ['Zeige mir alle vom 12.3.2024 über 1.500,50 Euro', 'show the from 2024-03-12 more than 1500.50 euro'],
  ['Durchschnitliche Vertragslaufzeit der Kunden', 'average contract laufzeit of customers'],
  ['Quel est le prix moyen par couleur ?', 'what is the price average by color ?'],
  ['¿Cuál es la marca más cara?', 'what is the brand priciest?'],
  ["Wie viele heißen 'der die das'?", "how many name 'der die das'?"],
])('says in English: %s', (question, said) => expect(sayInEnglish([question], own)).toEqual([said]));

test('takes a short question for one of the language before it', () => {
  expect(sayInEnglish(['Wie viele gibt es?', 'Cube?', 'And in Ulm?'], own)[1]).toBe('Cube?');
  expect(sayInEnglish(['Wie viele gibt es?', 'Rote?'], own)[1]).toBe('rot?');
});
