import { refused, type Tree } from './syntax-tree.ts';

/** Characters of a text, elements of a list. */
const longest = 10_000_000;
/** Which argument of a function, from 0, says how long its value becomes. */
const lengths: Readonly<Record<string, number>> = {
  repeat: 1,
  lpad: 1,
  rpad: 1,
  bitstring: 1,
  list_resize: 1,
  array_resize: 1,
};

/** Where a format takes a width from a value: `{:{}}`, `%*d`. */
const givenWidths: Readonly<Record<string, RegExp>> = { format: /\{[^{}]*\{/, printf: /%[-+ 0#\d.]*\*/ };

/**
 * Refuses a call that says itself that its value becomes huge: DuckDB builds such a value outside of its memory limit. What is
 * worked out as the query runs is ended by the watch over its process.
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

/** The value of a constant, behind whatever casts it. */
function constantOf(node: Tree | undefined): unknown {
  if (node?.class === 'CAST') return constantOf(node.child as Tree);
  return node?.class === 'CONSTANT' ? (node.value as Tree).value : undefined;
}
