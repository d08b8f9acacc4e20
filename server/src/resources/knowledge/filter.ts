import { type Static, Type } from 'typebox';

const plain = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);
const bound = Type.Union([Type.String(), Type.Number()]);

const comparison = Type.Object(
  {
    eq: Type.Optional(plain),
    ne: Type.Optional(plain),
    in: Type.Optional(Type.Array(plain, { maxItems: 1000 })),
    gt: Type.Optional(bound),
    gte: Type.Optional(bound),
    lt: Type.Optional(bound),
    lte: Type.Optional(bound),
    exists: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** Restricts a search to documents by their metadata. */
export const metadataFilter = Type.Record(
  Type.String(),
  Type.Union([plain, Type.Array(plain, { maxItems: 1000 }), comparison]),
  {
    description:
      'Conditions by metadata key, all of which must hold: a value, a list of alternative values, or `{eq, ne, in, gt, gte, lt, lte, exists}`. A list in the metadata matches when one of its entries does.',
    examples: [{ topic: 'leases', year: { gte: 2024 } }],
  },
);
export type MetadataFilter = Static<typeof metadataFilter>;

type Comparison = Static<typeof comparison>;
type Test = (value: unknown, against: never) => boolean;

const tests: {
  [Name in keyof Required<Comparison>]: (value: unknown, against: Required<Comparison>[Name]) => boolean;
} = {
  eq: (value, against) => value === against,
  ne: (value, against) => value !== against,
  in: (value, against) => against.some((one) => one === value),
  gt: (value, against) => ordered(value, against, (order) => order > 0),
  gte: (value, against) => ordered(value, against, (order) => order >= 0),
  lt: (value, against) => ordered(value, against, (order) => order < 0),
  lte: (value, against) => ordered(value, against, (order) => order <= 0),
  exists: (value, against) => (value !== undefined && value !== null) === against,
};

export function meetsFilter(metadata: Record<string, unknown>, filter: MetadataFilter): boolean {
  return Object.entries(filter).every(([key, condition]) => {
    const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
    return Object.entries(comparisonOf(condition)).every(([name, against]) =>
      holds(name as keyof Comparison, value, against),
    );
  });
}

function comparisonOf(condition: MetadataFilter[string]): Comparison {
  if (Array.isArray(condition)) return { in: condition };
  return typeof condition === 'object' && condition !== null ? condition : { eq: condition };
}

/** One matching entry of a list is enough; for `ne` every entry must differ. */
function holds(name: keyof Comparison, value: unknown, against: unknown): boolean {
  const test = tests[name] as Test;
  if (!Array.isArray(value) || name === 'exists') return test(value, against as never);
  return name === 'ne'
    ? value.every((one) => test(one, against as never))
    : value.some((one) => test(one, against as never));
}

/** Compares numbers with numbers and text with text (also RFC 3339 dates); other combinations never match. */
function ordered(value: unknown, against: string | number, accept: (order: number) => boolean): boolean {
  if (typeof value === 'number' && typeof against === 'number') return accept(value - against);
  if (typeof value === 'string' && typeof against === 'string')
    return accept(value < against ? -1 : Number(value > against));
  return false;
}
