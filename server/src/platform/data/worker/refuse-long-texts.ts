import { refused, type Tree } from './syntax-tree.ts';

/** Maximum characters of a text, or elements of a list. */
const longest = 10_000_000;
/** The argument of each function, from 0, that determines the length of its value. */
const lengths: Readonly<Record<string, number>> = {
  repeat: 1,
  lpad: 1,
  rpad: 1,
  bitstring: 1,
  list_resize: 1,
  array_resize: 1,
};

/** Formats that take a width from an argument: `{:{}}`, `%*d`. */
const givenWidths: Readonly<Record<string, RegExp>> = { format: /\{[^{}]*\{/, printf: /%[-+ 0#\d.]*\*/ };

/**
 * Refuses calls with a constant that makes their value huge, because DuckDB builds such a value outside of its memory
 * limit. Lengths computed during the query are covered by the memory limit of the process.
 */
export function refuseLongTexts({ function_name, children = [] }: Tree): void {
  const name = String(function_name).toLowerCase();
  const given = children as Tree[];
  if (Object.hasOwn(lengths, name)) refuseLength(name, Number(constantOf(given[lengths[name]])));
  const pattern = String(constantOf(given[0]) ?? '');
  if (!Object.hasOwn(givenWidths, name)) return;
  for (const [width] of pattern.matchAll(/\d{8,}/g)) refuseLength(name, Number(width));
  if (givenWidths[name].test(pattern.replaceAll('{{', '')))
    throw refused(`${name} takes a width or precision from its values here; write it into the format instead.`);
}

function refuseLength(name: string, length: number): void {
  if (length > longest)
    throw refused(`${name} would make a value of length ${length}; the most is ${longest}. Ask for less.`);
}

/** Returns the value of a constant, inside any casts. */
function constantOf(node: Tree | undefined): unknown {
  if (node?.class === 'CAST') return constantOf(node.child as Tree);
  return node?.class === 'CONSTANT' ? (node.value as Tree).value : undefined;
}
