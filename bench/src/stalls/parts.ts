import { grammarsOf, piecesOf, repeat } from './pieces.ts';
import type { Place } from './places.ts';
import { mostJsonBytes } from './stall-case.ts';

/** A growing part of a JSON body, as text. */
export interface Part {
  piece: string;
  most: number;
  write: (size: number) => string;
}

const nest = (open: string, inner: string, close: string) => (size: number) =>
  open.repeat(size) + inner + close.repeat(size);

const listed = (size: number, item: (index: number) => string) =>
  Array.from({ length: size }, (_, index) => item(index)).join(',');

const schemaOfReferences = (size: number) => {
  const fields = listed(500, (index) => `"f${index}":{"type":"string","description":"d"}`);
  const references = listed(size, (index) => `"r${index}":{"$ref":"#/$defs/Wide"}`);
  return `{"type":"object","properties":{${references}},"$defs":{"Wide":{"type":"object","properties":{${fields}}}}}`;
};

/** Each definition refers twice to the next: written out there would be 2^size. */
const schemaThatDoubles = (size: number) => {
  const two = (index: number) => `{"anyOf":[{"$ref":"#/$defs/d${index}"},{"$ref":"#/$defs/d${index}"}]}`;
  return `{"type":"object","properties":{"a":${two(0)}},"$defs":{${listed(size, (index) => `"d${index}":${two(index + 1)}`)},"d${size}":{"type":"string"}}}`;
};

/** What free JSON may be: wide, deep, long, and schemas that cost more than their text. */
const free: Part[] = [
  { piece: 'fields', most: 200_000, write: (size) => `{${listed(size, (index) => `"f${index}":1`)}}` },
  { piece: '{"a":', most: 500_000, write: nest('{"a":', '1', '}') },
  { piece: '[', most: 2_000_000, write: nest('[', '1', ']') },
  { piece: '[],', most: 1_000_000, write: (size) => `[${listed(size, () => '[]')}]` },
  { piece: 'long text', most: mostJsonBytes, write: (size) => `{"a":"${'a'.repeat(size)}"}` },
  {
    piece: 'properties',
    most: 50_000,
    write: (size) => `{"type":"object","properties":{${listed(size, (index) => `"p${index}":{"type":"string"}`)}}}`,
  },
  { piece: '$ref to 500 properties', most: 4000, write: schemaOfReferences },
  { piece: 'two $refs to the next', most: 64, write: schemaThatDoubles },
  {
    piece: 'nested properties',
    most: 20_000,
    write: nest('{"type":"object","properties":{"a":', '{"type":"string"}', '}}'),
  },
  {
    piece: 'enum',
    most: 500_000,
    write: (size) => `{"type":"object","properties":{"a":{"enum":[${listed(size, (index) => `"${index}"`)}]}}}`,
  },
  {
    piece: 'patterns',
    most: 20_000,
    write: (size) =>
      `{"type":"object","properties":{${listed(size, (index) => `"p${index}":{"type":"string","pattern":"^(a+)+${index}$"}`)}}}`,
  },
  {
    piece: 'anyOf',
    most: 50_000,
    write: (size) =>
      `{"type":"object","properties":{"a":{"anyOf":[${listed(size, (index) => `{"const":${index}}`)}]}}}`,
  },
];

/** Lists the parts that fit a place. */
export function partsFor({ kind, field, most, sample }: Place): Part[] {
  if (kind === 'anything') return free;
  if (kind === 'text') return textsFor(field, most);
  const item = JSON.stringify(sample) ?? 'null';
  const fitting = Math.max(1, Math.floor(mostJsonBytes / (item.length + 1)));
  return [{ piece: 'items', most: Math.min(most, fitting), write: (size) => `[${listed(size, () => item)}]` }];
}

function textsFor(field: string, most: number): Part[] {
  return grammarsOf(field).flatMap((grammar) =>
    piecesOf(grammar).map((piece) => {
      const bytes = Buffer.byteLength(JSON.stringify(piece)) - 2;
      const fitting = Math.floor((mostJsonBytes / bytes) * piece.length);
      return { piece, most: Math.min(most, fitting), write: (size: number) => JSON.stringify(repeat(piece, size)) };
    }),
  );
}
