import { expect, test } from 'vitest';
import { readSemantics } from './read-semantics.ts';
import { writeDbt, writeOsi } from './write-semantics.ts';

const tables = [
  {
    name: 'orders',
    columns: ['amount', 'customer_id', 'ordered_at', 'is_food', 'status'].map((name) => ({
      name,
      type: name === 'ordered_at' ? 'date' : 'text',
    })),
  },
];

test('reads measures, metrics and dimensions of dbt, and lists what does not map', () => {
  const read = readSemantics(`
semantic_models:
  - name: orders
    model: ref('orders')
    defaults: {agg_time_dimension: ordered_at}
    entities: [{name: order, type: primary}, {name: customer, type: foreign}]
    dimensions:
      - {name: ordered_at, type: time, type_params: {time_granularity: day}}
      - {name: is_food_order, type: categorical, expr: "is_food\\n= 'yes'"}
      - {name: status, type: categorical, label: state of the order}
    measures:
      - {name: order_total, agg: sum, expr: amount}
      - {name: buyers, agg: count_distinct, expr: customer_id}
      - {name: p90, agg: percentile, expr: amount}
      - {name: odd, agg: constructor, expr: amount}
      - {name: net, agg: sum, expr: amount - tax}
      - {name: tax, agg: sum, expr: tax}
metrics:
  - {name: revenue, label: Revenue, type: simple, type_params: {measure: order_total}, config: {meta: {unit: $, synonyms: [turnover]}}}
  - {name: food_revenue, type: simple, type_params: {measure: order_total}, filter: "{{ Dimension('order__is_food_order') }}"}
  - {name: revenue_per_buyer, type: ratio, type_params: {numerator: revenue, denominator: buyer_count}}
  - {name: buyer_count, type: simple, type_params: {measure: buyers}}
  - {name: net_all, type: simple, type_params: {measure: net}}
  - {name: tax, type: simple, type_params: {measure: tax}}
  - {name: net_of_tax, type: derived, type_params: {expr: net_all / tax, metrics: [{name: net_all}, {name: tax}]}}
  - {name: so_far, type: cumulative, type_params: {measure: order_total}}
`);
  const sqlOf = (term: string) => read.glossary?.find((one) => one.term === term)?.sql;
  expect(read.glossary?.[0]).toEqual({
    ...{ term: 'Revenue', sql: 'sum(amount)', table: 'orders', unit: '$', synonyms: ['turnover'] },
  });
  expect(sqlOf('food revenue')).toBe("sum(amount) FILTER (WHERE is_food = 'yes')");
  expect(sqlOf('revenue per buyer')).toBe('1.0 * sum(amount) / nullif(count(DISTINCT customer_id), 0)');
  expect(sqlOf('net of tax')).toBe('(sum(amount - tax)) / (sum(tax))');
  expect(sqlOf('is food order')).toBe("is_food = 'yes'");
  expect(read.glossary).toContainEqual({ term: 'state of the order', means: 'orders.status' });
  expect(read.time_columns).toEqual({ orders: 'ordered_at' });
  expect(read.unmapped.map(({ what }) => what)).toEqual([
    'semantic_models/orders/p90',
    'semantic_models/orders/odd',
    'semantic_models/orders/customer',
    'metrics/so_far',
  ]);
});

test('reads datasets and metrics of Open Semantic Interchange', () => {
  const read = readSemantics(`
semantic_model:
  - name: shop
    datasets:
      - name: my-orders
        source: warehouse.public.orders
        fields:
          - name: ordered_at
            expression: {dialects: [{dialect: ANSI_SQL, expression: ordered_at}]}
            dimension: {is_time: true}
          - name: status
            expression: {dialects: [{dialect: ANSI_SQL, expression: '"my-orders".status'}]}
            ai_context: {synonyms: [state]}
    relationships: [{name: to_customers, from: my-orders, to: c, from_columns: [customer_id], to_columns: [id]}]
    metrics:
      - {name: total_sales, expression: {dialects: [{dialect: ANSI_SQL, expression: 'SUM("my-orders".amount)'}]}}
      - {name: odd, expression: {dialects: [{dialect: MDX, expression: "[x]"}]}}
`);
  expect(read.glossary).toEqual([
    { term: 'state', means: 'orders.status' },
    { term: 'total sales', sql: 'SUM(amount)', table: 'orders' },
  ]);
  expect(read.time_columns).toEqual({ orders: 'ordered_at' });
  expect(read.unmapped.map(({ what }) => what)).toEqual(['metrics/odd', 'relationships/to_customers']);
});

const taught = {
  glossary: [
    { term: 'revenue', sql: 'sum(amount)', table: 'orders', synonyms: ['turnover'] },
    { term: 'food', sql: "is_food = 'yes'", table: 'orders' },
    { term: 'state', means: 'orders.status' },
  ],
  time_columns: { orders: 'ordered_at' },
};

test.each([
  ['Open Semantic Interchange', writeOsi('shop', taught, tables)],
  ['dbt', writeDbt(taught, tables)],
])('reads again what it writes for %s', (_, { document, unmapped }) => {
  expect(unmapped).toEqual([]);
  const { glossary = [], ...read } = readSemantics(JSON.stringify(document));
  expect(glossary).toEqual(expect.arrayContaining(taught.glossary));
  expect(read).toEqual({ time_columns: taught.time_columns, unmapped: [] });
});

test.each([['a: 1'], ['[1, 2'], ['- x']])('refuses %s', (document) => {
  expect(() => readSemantics(document)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
});
