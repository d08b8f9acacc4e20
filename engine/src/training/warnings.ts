import type { ColumnProfile } from '../columns/profile.ts';
import { explainAlone } from './leaks.ts';
import type { Training } from './prepare.ts';

/** A column that explains so much of the target by itself is often a copy of it, or made after it. */
const suspicious = 0.99;
/** A class of fewer rows is hardly learned. */
const fewestOfClass = 10;
/** Below this share of the rows a class is easily never answered. */
const rareShare = 0.05;
const mostNamed = 3;
/** Fewer repetitions change no figure. */
const leastRepeated = 0.1;

/** What a user should know of the table before trusting the model, a sentence each. */
export function findWarnings(training: Training): string[] {
  const { inputs } = training;
  const columns = inputs.columns.filter(({ role }) => role === 'feature' || role === 'target');
  return [
    ...warnOfLeaks(training),
    ...warnOfRepeats(training),
    ...warnOfTarget(training),
    ...columns.flatMap(({ profile }) => warnOfReading(profile)),
  ];
}

function warnOfLeaks({ inputs, frame, settings }: Training): string[] {
  const shares = explainAlone(inputs.fields, frame.labels, settings.seed);
  return inputs.fields.flatMap(({ profile: { name } }, input) =>
    shares[input] < suspicious
      ? []
      : [`column \`${name}\` alone explains the target: make sure that it is known before the target is, or ignore it`],
  );
}

function warnOfRepeats({ validation, inputs, rowCount }: Training): string[] {
  const { repeated, isBeyondChance, differing } = validation.repeats;
  if (!isBeyondChance || repeated < leastRepeated * rowCount) return [];
  const names = differing.map((input) => inputs.fields[input].profile.name);
  const but = names.length > 0 ? ` but for ${nameSome(names)}` : '';
  const share = ((100 * repeated) / rowCount).toPrecision(2);
  return [
    `about ${share} % of the rows repeat another one${but}: they are held out together, lest the figures flatter; see whether a join or an import made them`,
  ];
}

function warnOfTarget({ target, rowCount, large }: Training): string[] {
  const { profile, rows, values, classes } = target;
  const left = rowCount - rows.length;
  const some = large ? `about ${((100 * left) / rowCount).toPrecision(2)} % of the` : `${left} of ${rowCount}`;
  const missing = left > 0 ? [`${some} rows have no \`${profile.name}\` and were left out`] : [];
  if (!classes) return missing;
  const counts = new Float64Array(classes.length);
  for (const value of values) counts[value] += 1;
  const scarce = classes.filter((_, label) => counts[label] < fewestOfClass);
  const rarest = counts.indexOf(Math.min(...counts));
  if (scarce.length > 0)
    return [...missing, `fewer than ${fewestOfClass} rows are ${nameSome(scarce)}: too few to learn such a class from`];
  if (counts[rarest] >= rareShare * values.length) return missing;
  const share = ((100 * counts[rarest]) / values.length).toPrecision(2);
  return [
    ...missing,
    `only ${share} % of the rows are ${nameSome([classes[rarest]])}: accuracy says little of it; the metric balanced_accuracy makes it answered more often`,
  ];
}

/** How odd cells of a column were read. */
function warnOfReading({ name, spellings, reading: { type, units, blanks } }: ColumnProfile): string[] {
  const absent = type === 'text' ? [] : blanks;
  const factors = new Set(units?.map(({ factor }) => factor));
  const base = units?.find(({ factor }) => factor === 1);
  return [
    ...(absent.length > 0
      ? [`column \`${name}\`: ${nameSome(absent)} ${absent.length > 1 ? 'are' : 'is'} read as missing`]
      : []),
    ...(factors.size > 1
      ? [`column \`${name}\`: units are brought to ${base ? `\`${base.name}\`` : 'plain numbers'}`]
      : []),
    ...(spellings.length > 0 ? [`column \`${name}\`: several spellings of a word count as one category`] : []),
  ];
}

function nameSome(words: readonly (string | number | boolean)[]): string {
  const named = words.slice(0, mostNamed).map((word) => `"${word}"`);
  return words.length > mostNamed ? `${named.join(', ')} and ${words.length - mostNamed} more` : named.join(', ');
}
