import type { Column } from '../profile.ts';
import { wordsOfName } from '../words/tokens.ts';

const called =
  /^(name|person|people|agent|rep|staff|patient|client|student|coach|doctor|nurse|guest|artist|pilot|chef|claimant|applicant|assistant|accountant|consultant|attendant|technician|physician|musician|politician|salesman|candidate|employee|trainee|assignee|boss|champion|king|queen|judge|captain|by)$/;
/** Words in -er and -or that are no persons, and firms. */
const things =
  /^(order|number|quarter|computer|printer|carrier|voucher|letter|server|router|filter|tower|power|water|paper|weather|gender|container|meter|parameter|layer|floor|color|factor|sector|vendor|error|mirror|major|minor|over|under|other|offer|transfer|cluster|charter|chapter|river|center|answer|supplier|dealer|character|register|trigger|matter|door|humor|flavor)$/;
const doing = /(er|or|ist|eur)$/;
const fullName = /^(\p{Lu}[\p{L}'’.-]*)( \p{Lu}[\p{L}'’.-]*){1,3}$/u;

/** How much a column looks like one of persons, from 0 to 1: half by what it is called, half by its values. */
export function personhoodOf({ name, type }: Column, cells: readonly unknown[]): number {
  if (type !== 'text') return 0;
  const last = wordsOfName(name).at(-1) ?? '';
  const isCalledSo = called.test(last) || (doing.test(last) && !things.test(last));
  const some = cells.filter((cell) => typeof cell === 'string').slice(0, 100);
  const named = some.filter((cell) => fullName.test(String(cell).trim())).length;
  return (isCalledSo ? 0.5 : 0) + (some.length > 0 && named > 0.8 * some.length ? 0.5 : 0);
}
