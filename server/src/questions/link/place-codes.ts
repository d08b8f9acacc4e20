import type { IndexedTable } from './indexed-table.ts';

/** The states of the USA by their codes, as the postal service has them. */
const states =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming';
const ofStates = new Map(states.split(',').map((one) => [one.slice(0, 2), one.slice(3).toLowerCase()]));
const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** A cell that is the code of a place, with the words of the place's name. */
export interface CodedPlace {
  at: number;
  value: string;
  words: readonly string[];
}

const fewest = 2;
/** Beside states there are territories and typing errors. */
const mostlyStates = 0.9;
const kept = new WeakMap<IndexedTable, CodedPlace[]>();

/** Places of columns whose cells are codes of two letters: of states where most are such, else of countries (ISO 3166). */
export function placesByCode(table: IndexedTable): CodedPlace[] {
  const known = kept.get(table);
  if (known) return known;
  const coded = [...Map.groupBy(table.entries, ({ at }) => at).values()]
    .map((entries) => entries.map(({ at, value }) => ({ at, value: String(value) })))
    .filter((entries) => entries.length >= fewest && entries.every(({ value }) => /^[A-Z]{2}$/.test(value)))
    .flatMap((entries) => {
      const states = entries.filter(({ value }) => ofStates.has(value));
      const nameOf = states.length >= mostlyStates * entries.length ? stateOf : countryOf;
      return entries.map((one) => ({
        ...one,
        words: nameOf(one.value)
          .toLowerCase()
          .split(/[^\p{L}]+/u),
      }));
    })
    .filter(({ words }) => words[0] !== '');
  kept.set(table, coded);
  return coded;
}

const stateOf = (code: string) => ofStates.get(code) ?? '';
const countryOf = (code: string) => countries.of(code) ?? '';
