import { expect, test } from 'vitest';
import firstHalf from '../../../test/questions/first-half.json' with { type: 'json' };
import type { Question } from '../../../test/questions/judge.ts';
import { english } from '../words/english.ts';
import { understandQuestion } from './understand.ts';

const text = (name: string, ...values: string[]) => ({ name, type: 'text', distinct: values.length, values });
const number = (name: string, distinct: number) => ({ name, type: 'integer', distinct });
const homes = {
  name: 'home_rentals',
  row_count: 5000,
  columns: [
    number('number_of_rooms', 4),
    number('number_of_bathrooms', 2),
    number('sqft', 900),
    number('days_on_market', 90),
    number('rental_price', 2000),
    text('location', 'good', 'great', 'poor'),
    text('neighborhood', 'berkeley_hills', 'downtown', 'south_side', 'thousand_oaks', 'westbrae'),
  ],
};
const now = new Date();

function sqlOf(question: string): string | undefined {
  const reading = understandQuestion(question, homes, { vocabulary: english, now });
  return reading.outcome === 'understood' ? reading.best.sql : undefined;
}

const questions: readonly Question[] = firstHalf;
const asked = questions.flatMap(({ ask, sql }) => (sql && ask.length === 1 ? ask : []));

test.each(['not', 'or', 'without', 'except', 'than', 'never', 'second', 'purple'])(
  'no question means the same with "%s" put in somewhere',
  (added) => {
    const same = asked.flatMap((question) => {
      const [words, sql] = [question.split(' '), sqlOf(question)];
      const changed = words.map((_, at) => words.toSpliced(at, 0, added).join(' '));
      return changed.filter((one) => sql !== undefined && sqlOf(one) === sql);
    });
    expect(same).toEqual([]);
  },
);
