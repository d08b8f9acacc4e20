/** The closed list of what readings are put together from, as the ranking counts it. */
export const operations = [
  'values',
  'two shown',
  'several shown',
  'count',
  'distinct',
  'sum',
  'average',
  'median',
  'highest',
  'lowest',
  'spread',
  'difference of counts',
  'difference of figures',
  'figures',
  'share',
  'share of group',
  'part of all',
  'share of sum',
  'rows',
  'groups',
  'two groups',
  'figures of groups',
  'top of each',
  'most rows',
  'fewest rows',
  'most of figure',
  'least of figure',
  'several groups',
  'number of most',
  'number of fewest',
  'having labels',
  'having count',
  'having figure',
  'pick largest',
  'pick smallest',
  'pick first',
  'pick last',
  'pick several',
  'pick behind',
  'next',
  'previous',
  'after',
  'before',
  'negated',
  'or',
  'bound',
  'equal number',
  'time',
  'value',
  'phrase',
  'flag',
  'missing',
  'against more',
  'against less',
  'same',
  'no condition',
  'two conditions',
] as const;

export type Operation = (typeof operations)[number];

const placeOf = new Map(operations.map((name, at) => [name, at]));

export function partOf(operation: Operation): number {
  return placeOf.get(operation) as number;
}

/** What a field is used for. */
export const roles = ['show', 'pick', 'figure', 'group', 'where'] as const;
export type Role = (typeof roles)[number];

/** Returns the part of a field in a role: after the operations, one for each role and field. */
export function partOfField(role: Role, field: number, fieldCount: number): number {
  return operations.length + roles.indexOf(role) * fieldCount + field;
}
