import { expect, test } from 'vitest';
import { namesLacking, namesOf } from './names-lacking.ts';

const known = namesOf([
  { name: 'customers', columns: ['city', 'monthly fee', 'joined'].map((name) => ({ name, type: 'text' })) },
  { name: 'orders', columns: ['city', 'amount'].map((name) => ({ name, type: 'text' })) },
]);

test.each([
  'select count(*) as customers from customers',
  'select c.city, sum(o.amount) total from customers c join orders as o using (city) group by all order by total desc',
  'with big as (select * from orders where amount > 5) select "monthly fee"::varchar from customers, big limit 3;',
  "select case when city = 'gone' then 1 else 0 end flag, date_trunc('month', joined) from customers",
  'select list_transform([1, 2], x -> x + 1) from customers',
])('finds all names of %s', (sql) => expect(namesLacking(sql, known)).toEqual([]));

test.each([
  ['select sum(revenue) as total from orders', ['revenue']],
  ['select gone as city from customers', ['gone']],
  ['select c."no fee" from customers c', ['no fee']],
  ['select count(*) from clients where city is not null', ['clients']],
])('finds what is gone in %s', (sql, names) => expect(namesLacking(sql, known)).toEqual(names));
