import { monthOf } from '../../readings/months.ts';

const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'da', 'sv', 'pl', 'cs'];

/**
 * Returns how a column writes the twelve months. One that no cell has is written in the language of the others and as
 * short as they are.
 */
export function monthWords(seen: readonly string[]): string[] {
  const words = new Map(seen.map((word) => [monthOf(word), word]));
  const lengths = new Set([...words].filter(([month]) => month !== 5).map(([, word]) => word.length));
  const length = lengths.size === 1 ? [...lengths][0] : Number.POSITIVE_INFINITY;
  const names = languages
    .map(namesIn)
    .find((list) => [...words].every(([month, word]) => begins(list[month - 1], word)));
  const [example = ''] = words.values();
  return (names ?? namesIn('en')).map(
    (name, index) => words.get(index + 1) ?? inCaseOf(example, name.slice(0, lengths.size === 0 ? 3 : length)),
  );
}

function namesIn(language: string): string[] {
  const { format } = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format(Date.UTC(2024, month, 1)));
}

/** `Mrz` and `mrt` are short for März and maart. */
function begins(name: string, word: string): boolean {
  const [full, short] = [name.toLowerCase(), word.toLowerCase()];
  return full.startsWith(short) || full.replace(/[aeiouäöü]/g, '') === short;
}

function inCaseOf(example: string, name: string): string {
  if (example === example.toUpperCase()) return name.toUpperCase();
  return example[0] === example[0]?.toLowerCase() ? name.toLowerCase() : name[0].toUpperCase() + name.slice(1);
}
