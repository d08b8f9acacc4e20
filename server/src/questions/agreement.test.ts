/** The executor that readings are tried by, and the SQL that answers them, are two writings of one algebra. */
import { beforeAll, expect, test } from 'vitest';
import { type ImportedTable, useDataRoom } from '../../test/data-room.ts';
import { widthOf } from '../../test/questions/width-of.ts';
import { linkQuestion } from './link/link-question.ts';
import type { Profile } from './profile.ts';
import { type Candidate, readingOf } from './propose/candidate.ts';
import { operations } from './propose/parts.ts';
import { propose } from './propose/propose.ts';
import { runAnswer } from './propose/run-answer.ts';
import { writeSql } from './realise/write-sql.ts';

const { room, importText } = useDataRoom();
let imported: ImportedTable;
let profile: Profile;

const lines = [
  'city,country,population,founded,score,rank,side',
  'Lima,Peru,"9,751,000",1535-01-18,3–1,1st (A),west',
  'Quito,Ecuador,"1,978,000",1534-12-06,0–2,"2nd, B",west',
  'Cusco,Peru,"428,000",1100-01-01,2–2,4,west',
  'São Paulo,Brazil,"12,330,000",1554-01-25,5–0,"3rd, A",east',
  "O'Higgins,Chile,,1842-03-01,1–1,,west",
  'Santos,Brazil,"433,000",1546-01-26,4–4,6 (B),east',
];

beforeAll(async () => {
  imported = await importText(lines.join('\n'), {}, 'csv');
  const { columns, cells, rowCount } = imported;
  profile = { name: 'cities', row_count: rowCount, columns, sample: cells };
});

const questions = [
  'which city in peru has the largest population?',
  'how many cities were founded after 1540?',
  'what comes next after cusco?',
  'how many more people live in lima than in são paulo?',
  'which country has at least 2 cities?',
  'top 3 cities by population, not in brazil',
  'what is the average population per country in peru or brazil',
  'which city was founded before quito with the same country as lima?',
  'how many rows have no population?',
  'lowest, highest and average population of the cities',
  'city, country, population and score of cities in peru',
  'average population by country and side',
  'which countries have an average population over 1000000?',
  'share of cities in the west for each country',
  'list the 2 largest cities in peru or brazil',
  'cities founded on a sunday, or with rank 2 or 4',
  'the row after the first of brazil, all of it',
  'number of cities and total population of each country',
  'which city has the highest population in each side?',
  'what share of the population is in the west, by country?',
  'difference in average population between cities with and without a rank, also by country',
  'how many cities are neither in peru nor in brazil?',
];

const tried = new Set<string>();

/** Candidates of combinations of operations that no question before had. */
function untried(candidates: readonly Candidate[]): Candidate[] {
  const kinds = new Map(
    candidates.map((one) => [`${one.answer.kind} ${one.parts.filter((part) => part < operations.length)}`, one]),
  );
  const found = [...kinds].filter(([kind]) => !tried.has(kind)).slice(0, mostTried);
  for (const [kind] of found) tried.add(kind);
  return found.map(([, candidate]) => candidate);
}

const mostTried = 14;

function sorted(cells: readonly unknown[]): string[] {
  return cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(4) : String(cell))).sort();
}

test.each(questions)('SQL and executor agree: %s', async (question) => {
  const linked = linkQuestion(question, profile);
  const candidates = untried(propose(linked, () => 0, 100_000));
  expect(candidates.length).toBeGreaterThan(1);
  const wrong: string[] = [];
  for (const candidate of candidates) {
    const reading = readingOf(candidate);
    const outcome = runAnswer(candidate, linked.table);
    const sql = writeSql(reading, profile);
    const { rows } = await room().runQuery({
      sql,
      tables: { cities: [imported.part] },
      maxRows: 1000,
      timeoutMs: 20_000,
      memoryBytes: 256 << 20,
    });
    const { answer } = reading;
    const width = widthOf(answer);
    const cells = rows.flatMap((row) => row.slice(0, width)).filter((cell) => cell !== null);
    if (`${sorted(cells)}` !== `${sorted(outcome)}`) wrong.push(`${sql}\n${cells} instead of ${outcome}`);
  }
  expect(wrong.slice(0, 3)).toEqual([]);
});
