/** Requests of the sweep for what is looked at closer: operation, method, path, what is sent, the status promised. */
const homes = '/projects/swept/tables/homes';
const none = '/projects/swept/tables/none';
const rent = '/projects/swept/models/rent';

export const lookingSweep: [string, string, string, { headers?: Record<string, string>; body?: string }, number][] = [
  ['profileTable', 'GET', `${homes}/profile`, {}, 200],
  ['profileTable', 'GET', `${none}/profile`, {}, 404],
  ['correlateTable', 'GET', `${homes}/correlations`, {}, 200],
  ['correlateTable', 'GET', `${none}/correlations`, {}, 404],
  ['findDuplicates', 'GET', `${homes}/duplicates`, {}, 200],
  ['findDuplicates', 'GET', `${none}/duplicates`, {}, 404],
  ['hintAtTarget', 'GET', `${homes}/hints?target=rental_price`, {}, 200],
  ['hintAtTarget', 'GET', `${homes}/hints?target=none`, {}, 422],
  ['hintAtTarget', 'GET', `${homes}/hints`, {}, 400],
  ['compareModels', 'GET', `${rent}/comparison?with=@1`, {}, 400],
  ['compareModels', 'GET', `${rent}/comparison?with=none`, {}, 404],
  ['readSpending', 'GET', '/projects/swept/spending', {}, 200],
  ['readSpending', 'GET', '/projects/swept/spending?from=2026-01-02&to=2026-01-01', {}, 400],
  ['readSpending', 'GET', '/projects/none/spending', {}, 404],
];
