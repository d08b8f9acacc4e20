/** What three hundred whole readings and a look at sales showed: orders of several rows, grades, and heads of names. */
import { expect, test } from 'vitest';
import { date, meaningOf, names, number, text } from '../../../test/questions/meaning.ts';
import type { TableSummary } from '../grounding.ts';

const sold: TableSummary = {
  name: 'order_items',
  row_count: 50_000,
  columns: [
    { name: 'order_id', type: 'text', distinct: 21_000 },
    text('size', 'S', 'M', 'L'),
    text('dish', 'stew', 'soup'),
    number('price', 9, 36, 'number'),
    date('date'),
  ],
};
const visits: TableSummary = {
  name: 'visits',
  row_count: 9000,
  columns: [
    { ...date('date'), distinct: 365 },
    { name: 'time', type: 'text', distinct: 8000 },
    text('gate', 'north', 'south'),
  ],
};
const surveys: TableSummary = {
  name: 'surveys',
  row_count: 4000,
  columns: [names('firm', 200), text('grade', 'A', 'A+', 'A-', 'B'), number('size', 35, 9000)],
};
const staff: TableSummary = {
  name: 'staff',
  row_count: 1400,
  columns: [
    text('Gender', 'Male', 'Female'),
    number('MonthlyIncome', 1000, 20_000),
    number('TotalWorkingYears', 0, 40),
  ],
};
const schools: TableSummary = {
  name: 'schools',
  row_count: 700,
  columns: [names('school', 700), number('Outstate', 2000, 22_000), number('tea_assam', 1, 9, 'number')],
};
const loans: TableSummary = {
  name: 'loans',
  row_count: 900,
  columns: [number('loan_amount', 1000, 40_000), number('income', 1000, 90_000), text('grade', 'A', 'B')],
};
const firms: TableSummary = {
  name: 'firms',
  row_count: 6,
  columns: [
    { ...text('name', 'Bank', 'Acme', 'Globex', 'Initech', 'Hooli', 'Umbrella'), distinct: 6 },
    text('sector', 'Banking', 'Retail'),
    text('country', 'Switzerland', 'Germany'),
    number('assets', 1, 900),
  ],
};
const cars: TableSummary = {
  name: 'cars',
  row_count: 90,
  columns: [
    number('price', 7, 62, 'number'),
    number('wheelbase', 90, 119),
    number('discount', 0, 0.5, 'number'),
    number('doors', 2, 5),
  ],
};
const lines: TableSummary = {
  name: 'contracts',
  row_count: 7000,
  columns: [text('contract', 'one year', 'two years'), number('tenure_months', 0, 72), text('stayed', 'yes', 'no')],
};

test.each<[TableSummary, string, string]>([
  [sold, 'Which order cost the most?', 'The order_id with the highest total price where order_id is not missing'],
  [sold, 'Which dish sells best?', 'The dish with the highest number of rows of order_items where dish is not missing'],
  [
    sold,
    'What are the two best-selling dishes?',
    'The dish with the highest number of rows of order_items where dish is not missing',
  ],
  [visits, 'When was the last visit?', 'The row of visits with the highest date'],
  [surveys, 'Median size of A- surveys', 'Median size where grade is A-'],
  [surveys, 'How many A+ surveys are there?', 'Number of rows of surveys where grade is A+'],
  [surveys, 'How many surveys have grade A?', 'Number of rows of surveys where grade is A'],
  [schools, 'What is the average out-of-state tuition?', 'Average Outstate'],
  [schools, 'What is the average assam leaf?', 'Average tea_assam'],
  [
    visits,
    'What was our busiest day by number of visits?',
    'The day with the highest number of rows of visits where date is not missing',
  ],
  [visits, 'top 3 months by visits', 'The month with the highest number of rows of visits where date is not missing'],
  [
    firms,
    'Which Swiss firm has the highest assets?',
    'The row of firms with the highest assets where country is Switzerland',
  ],
  [cars, 'How many cars cost less than 15 thousand?', 'Number of rows of cars where price < 15'],
  [cars, 'How many cars have more than 900 doors?', 'Number of rows of cars where doors > 900'],
  [cars, 'How many cars have a discount of 20 percent?', 'Number of rows of cars where discount is 0.2'],
  [loans, 'What is the average loan size?', 'Average loan_amount'],
  [loans, 'biggest loan', 'The row of loans with the highest loan_amount'],
  [loans, 'How many loans did we give out?', 'Number of rows of loans'],
])('of %o: %s', (table, question, meaning) => expect(meaningOf(table, question)).toBe(meaning));

test.each<[TableSummary, string]>([
  // Rows of orders are no orders, and their prices not those of the orders
  [sold, 'How many orders cost more than 100 dollars?'],
  [visits, 'What time was the last visit?'],
  [cars, 'How many cars have four wheel drive?'],
  [firms, 'Which 3 sectors have the highest average loss?'],
  [firms, 'What did the sector cost?'],
  // A tax, and a growth, are other figures
  [schools, 'What is the average assam tax?'],
  [schools, 'What is the average out-of-state growth?'],
  [lines, 'How long do month-to-month customers stay on average?'],
])('rather refuses: %o %s', (table, question) => expect(meaningOf(table, question)).toMatch(/^(refuse|doubt|choose)/));

test('keeps the figure for a follow-up to other rows', () => {
  const keyed = { ...staff, columns: [{ name: 'clerk', type: 'text', distinct: 1400 }, ...staff.columns] };
  expect(meaningOf(keyed, 'What is the average income of women?', 'And the male clerks?')).toBe(
    'Average MonthlyIncome where Gender is Male',
  );
});
