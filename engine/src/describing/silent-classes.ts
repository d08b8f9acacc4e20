import { saySilence } from '../curves/answer-warnings.ts';

/** Classes with fewer rows are warned of as too few to learn from. */
const fewestRows = 10;

/** Warns of classes that are never found among held-out rows, though enough of these are of the class. */
export function warnOfSilentClasses(
  classes: readonly (string | number | boolean)[] | null,
  confusion: readonly (readonly number[])[] | null,
): string[] {
  if (!classes || !confusion) return [];
  return classes.flatMap((name, label) => {
    const rows = confusion[label].reduce((sum, count) => sum + count, 0);
    const answered = confusion.reduce((sum, counts) => sum + counts[label], 0);
    if (rows < fewestRows || confusion[label][label] > 0) return [];
    return [saySilence(String(name), rows, answered)];
  });
}
