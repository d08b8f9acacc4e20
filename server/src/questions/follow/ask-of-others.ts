import { askOf } from './going-on.ts';
import { meets, type Slot, wordsBeside } from './slots.ts';
import { addition, isFiller, type Way } from './way.ts';
import { type Stretch, textOf, type WrittenQuestion, withChanges } from './written-question.ts';

interface Changed {
  changes: (Stretch & { text: string })[];
  added: string[];
}

/** The earlier question with what the next one says; undefined where this says more than slots do. */
export function changed({ before, next, lead, said, own, tested }: Way): Changed | undefined {
  const known = new Set(before.tokens.map(({ stem }) => stem));
  const beside = wordsBeside(next, own).filter(
    (at) => at >= lead && !isFiller(next, at) && !known.has(next.tokens[at].stem),
  );
  if (beside.length > 0 || own.length === 0) return undefined;
  const result: Changed = { changes: [], added: [] };
  const isTested = (column: number) => tested.has(next.table.columns[column]?.name);
  for (const slot of own) {
    const free = said.filter((one) => !result.changes.some((other) => meets(one, other)));
    const place =
      free.find((one) => isSameKind(one, slot)) ??
      free.find((one) => one.isFlag && slot.isFlag) ??
      (slot.kind === 'where' && isTested(slot.column) ? loneWord(before, said) : undefined);
    if (place) result.changes.push({ ...kept(before, next, place, slot), text: saidIn(next, slot) });
    else if (slot.kind !== 'label' || own.length === 1) result.added.push(addition(next, slot, lead));
  }
  return result;
}

/** "Women" of "the income of women", which is no name or value: the only word that can stand for the rows that were chosen. */
function loneWord(before: WrittenQuestion, said: readonly Slot[]): Slot | undefined {
  const beside = wordsBeside(before, said).filter((at) => !isFiller(before, at));
  const [from] = beside;
  const own = { from, to: from + 1 };
  return beside.length === 1 ? { kind: 'where', column: -1, score: 0, ...own, named: own } : undefined;
}

function isSameKind(one: Slot, other: Slot): boolean {
  if (one.kind !== other.kind) return false;
  return one.kind !== 'where' || one.column === other.column;
}

/** "And in April?" after "in March 2014" is of the same year. */
function kept(before: WrittenQuestion, next: WrittenQuestion, place: Slot, slot: Slot): Stretch {
  const hasNumber = (question: WrittenQuestion, at: number) => question.tokens[at].number !== undefined;
  const own = Array.from({ length: slot.to - slot.from }, (_, at) => slot.from + at);
  if (place.kind !== 'where' || own.some((at) => hasNumber(next, at))) return place;
  let { to } = place;
  while (to - 1 > place.from && hasNumber(before, to - 1)) to -= 1;
  return { from: place.from, to };
}

/** A denial belongs to what is denied. */
function saidIn(next: WrittenQuestion, slot: Slot): string {
  const denies = /^(not|without|except|excluding)$/.test(next.tokens[slot.from - 1]?.text ?? '');
  return textOf(next, { from: denies ? slot.from - 1 : slot.from, to: slot.to });
}

/** "And the salary?" by a word that nothing is called: it stands where the earlier figure does. */
export function renamed({ before, next, lead, said, own }: Way): string[] {
  const beside = wordsBeside(next, own).filter((at) => at >= lead && !isFiller(next, at));
  if (own.length > 0 || beside.length === 0 || askOf(next, lead) !== undefined) return [];
  const text = textOf(next, { from: beside[0], to: (beside.at(-1) as number) + 1 });
  const place = said.find(({ kind }) => kind === 'figure');
  return [...(place ? [withChanges(before, [{ ...place, text }], [])] : []), withChanges(before, [], [`with ${text}`])];
}
