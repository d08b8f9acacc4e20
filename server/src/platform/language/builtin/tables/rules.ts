import type { ColumnSummary } from '../../grounding.ts';
import type { Term } from '../words/vocabulary.ts';
import type { Lattice, Reading } from './readings.ts';

/** One way to read the question from a token on: up to before `end`, meaning `value`. */
export interface Parse<Value> {
  end: number;
  value: Value;
  cost: number;
}

/** Every way to read something from token `at` on; none when it is not there. */
export type Rule<Value> = (lattice: Lattice, at: number) => Parse<Value>[];

type Values<Rules> = { [Key in keyof Rules]: Rules[Key] extends Rule<infer Value> ? Value : never };

/** One rule after the other. */
export function sequence<Rules extends Rule<unknown>[]>(...rules: Rules): Rule<Values<Rules>> {
  return (lattice, at) => {
    let parses: Parse<unknown[]>[] = [{ end: at, value: [], cost: 0 }];
    for (const rule of rules) {
      parses = parses.flatMap((left) =>
        rule(lattice, left.end).map((right) => ({
          end: right.end,
          value: [...left.value, right.value],
          cost: left.cost + right.cost,
        })),
      );
    }
    return parses as Parse<Values<Rules>>[]; // one value of each rule, in their order
  };
}

export function either<Value>(...rules: Rule<Value>[]): Rule<Value> {
  return (lattice, at) => rules.flatMap((rule) => rule(lattice, at));
}

/** The rule, or nothing at all. */
export function maybe<Value>(rule: Rule<Value>): Rule<Value | undefined> {
  return (lattice, at) => [...rule(lattice, at), { end: at, value: undefined, cost: 0 }];
}

/** What the rule means, as `read` understands it; a parse that means nothing is dropped. */
export function map<From, To>(rule: Rule<From>, read: (value: From, lattice: Lattice) => To | undefined): Rule<To> {
  return mapAll(rule, (value, lattice) => {
    const meaning = read(value, lattice);
    return meaning === undefined ? [] : [meaning];
  });
}

/** The same, where one parse may mean several things. */
export function mapAll<From, To>(rule: Rule<From>, read: (value: From, lattice: Lattice) => To[]): Rule<To> {
  return (lattice, at) =>
    rule(lattice, at).flatMap(({ end, value, cost }) => read(value, lattice).map((to) => ({ end, value: to, cost })));
}

/** Two or more, parted by the separator. */
export function listOf<Value>(item: Rule<Value>, separator: Rule<unknown>): Rule<Value[]> {
  const next = map(sequence(separator, item), ([, value]) => value);
  return (lattice, at) => {
    const lists: Parse<Value[]>[] = [];
    let open: Parse<Value[]>[] = item(lattice, at).map((parse) => ({ ...parse, value: [parse.value] }));
    while (open.length > 0) {
      open = open.flatMap((list) =>
        next(lattice, list.end).map(({ end, value, cost }) => ({
          end,
          value: [...list.value, value],
          cost: list.cost + cost,
        })),
      );
      lists.push(...open);
    }
    return lists;
  };
}

/** Only where no hyphen ties the next word to it: "rent of 1-room homes" has no rent of 1. */
export function apart<Value>(rule: Rule<Value>): Rule<Value> {
  return (lattice, at) => rule(lattice, at).filter(({ end }) => !lattice.tokens[end]?.joined);
}

/** Only where nothing stands before it. */
export function atStart<Value>(rule: Rule<Value>): Rule<Value> {
  return (lattice, at) => (at === 0 ? rule(lattice, at) : []);
}

/** The rule where hardly any other makes sense. */
export function farFetched<Value>(rule: Rule<Value>): Rule<Value> {
  return (lattice, at) => rule(lattice, at).map((parse) => ({ ...parse, cost: parse.cost + 0.4 }));
}

type ReadingOf<Kind extends Reading['kind']> = Extract<Reading, { kind: Kind }>;

export function reading<Kind extends Reading['kind']>(kind: Kind): Rule<ReadingOf<Kind>> {
  return ({ edges }, at) =>
    (edges[at] ?? []).flatMap((edge) =>
      isOfKind(edge.reading, kind) ? [{ end: edge.to, value: edge.reading, cost: edge.cost }] : [],
    );
}

function isOfKind<Kind extends Reading['kind']>(one: Reading, kind: Kind): one is ReadingOf<Kind> {
  return one.kind === kind;
}

export function term(...terms: Term[]): Rule<Term> {
  return map(reading('term'), (one) => (terms.includes(one.term) ? one.term : undefined));
}

export const adjective = reading('adjective');
export const entity = either<unknown>(reading('table'), term('row'));
export const value = reading('value');
export const date = reading('date');
export const month = reading('month');
export const quarter = reading('quarter');
export const quoted = reading('quoted');
export const number: Rule<number> = map(reading('number'), (one) => one.value);
export const anyColumn: Rule<ColumnSummary> = map(reading('column'), (one) => one.column);
/** Words that may stand anywhere before a name. */
export const the = maybe(term('article'));

export function columnThat(fits: (column: ColumnSummary) => boolean): Rule<ColumnSummary> {
  return map(anyColumn, (column) => (fits(column) ? column : undefined));
}
