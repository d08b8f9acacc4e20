import { nameCharacter } from '../faults.ts';
import type { TableWarning } from '../types.ts';
import type { PlacedRow } from './cut-table.ts';
import type { Labels } from './detect-labels.ts';
import type { TextShape } from './plan-text.ts';
import type { LeftOut } from './read-table-text.ts';

const mostNamed = 20;

/** Returns warnings about what was guessed of a text, and about lines that are no rows. */
export function warningsOf(shape: TextShape, leftOut: LeftOut): TableWarning[] {
  const { topLine, headerLine, writing } = shape.plan;
  const layout = layoutWarnings({ ...shape, topLine, headerLine, comment: writing.comment }, leftOut);
  return [...writingWarnings(shape), ...rowNameWarnings(shape), ...markWarnings(shape), ...layout];
}

/** The position of the table in its file, for warnings. */
export interface FoundLayout {
  topLine: number;
  headerLine: number | undefined;
  titles: readonly PlacedRow[];
  isHeaderSure: boolean;
  isHeaderRequested: boolean;
  skippedLines: number;
  labels: Labels;
  comment?: string;
}

export function layoutWarnings(found: FoundLayout, leftOut: LeftOut): TableWarning[] {
  return [...headerWarnings(found), ...leftOutWarnings(found, leftOut)];
}

function writingWarnings({ plan, hasSeparatorLine, isSpaced, names }: TextShape): TableWarning[] {
  const { delimiter, starts, quote, escapeMark } = plan.writing;
  const warnings: TableWarning[] = [];
  const add = (code: string, detail: string, line?: number) => warnings.push({ code, detail, ...(line && { line }) });
  if (hasSeparatorLine)
    add('separator_line', `Line 1 sets the delimiter to ${nameCharacter(delimiter)}; it is not a row.`, 1);
  if (starts)
    add('fixed_width', `No delimiter was found; columns were read at the fixed positions ${starts.join(', ')}.`);
  if (delimiter === ' ') add('space_delimited', 'Cells were read as separated by one or more spaces.');
  if (quote === "'")
    add(
      'single_quotes',
      'Single quotes around cells were read as quotes, not as part of the text; set quote=" to keep them.',
    );
  if (escapeMark === '\\') add('backslash_escapes', 'Backslashes were read as escape characters.');
  if (isSpaced)
    add('spaces_left_out', `A space follows each ${nameCharacter(delimiter)}; it is not part of the cells.`);
  if (names.length === 1) add('one_column', 'The file has one column only; set delimiter if it has more.');
  return warnings;
}

function rowNameWarnings({ names, lacksFirstName }: TextShape): TableWarning[] {
  if (!lacksFirstName) return [];
  const detail = `The header has ${names.length - 1} names for ${names.length} cells; the first column is called column_1.`;
  return [{ code: 'row_names', detail, column: 'column_1' }];
}

/** Returns warnings about records that start with a comment mark. */
function markWarnings({ plan, names, hasMarkedNames, likeComments }: TextShape): TableWarning[] {
  const warnings: TableWarning[] = [];
  const { headerLine: line, writing } = plan;
  if (hasMarkedNames) {
    const detail = `Line ${line} starts with ${writing.comment} and has as many cells as the rows: it was read as the header, and its first name as "${names[0]}".`;
    warnings.push({ code: 'comment_header', detail, line, column: names[0] });
  }
  if (likeComments) {
    const { mark, lines } = likeComments;
    const detail = `${nameLines(lines)} kept: a comment that starts with ${mark} does not have as many cells as the rows; set comment=${encodeURIComponent(mark)} if such lines are comments.`;
    warnings.push({ code: 'maybe_comments', detail, line: lines[0] });
  }
  return warnings;
}

function headerWarnings({ headerLine, topLine, isHeaderSure, isHeaderRequested }: FoundLayout): TableWarning[] {
  if (isHeaderRequested || (headerLine !== undefined && isHeaderSure)) return [];
  if (headerLine !== undefined) {
    const detail = `Line ${headerLine} was read as a header; set header=false if it is a row.`;
    return [{ code: 'header_guessed', detail, line: headerLine }];
  }
  const absent = 'The file names no columns; they are called column_1, column_2 and so on';
  if (isHeaderSure) return [{ code: 'header_absent', detail: `${absent}.` }];
  const detail = `${absent}: line ${topLine} was read as a row; set header=true if it is a header.`;
  return [{ code: 'header_guessed', detail, line: topLine }];
}

function leftOutWarnings(
  { headerLine, comment, titles, labels, skippedLines }: FoundLayout,
  { comments, totals, unexplained, notes, headers, doubtful, trimmedRows }: LeftOut,
): TableWarning[] {
  const warnings: TableWarning[] = [];
  const lines = (code: string, what: string, places: readonly { line: number }[]) => {
    if (places.length > 0)
      warnings.push({
        code,
        detail: `${nameLines(places.map(({ line }) => line))} left out: ${what}.`,
        line: places[0].line,
      });
  };
  if (skippedLines > 0)
    warnings.push({
      code: 'skipped_rows',
      detail: `The first ${skippedLines === 1 ? 'line was' : `${skippedLines} lines were`} skipped, as set.`,
      line: 1,
    });
  lines('title_rows', `titles above the table (${quoteFirst(titles)})`, titles);
  lines(
    'comment_lines',
    `comments that begin with ${comment}`,
    comments.filter((line) => line !== headerLine).map((line) => ({ line })),
  );
  if (headerLine !== undefined) {
    lines('unit_rows', `units below the header (${quoteFirst(labels.units)})`, labels.units);
    lines('name_rows', `more of the header (${quoteFirst(labels.names)})`, labels.names);
    const index = labels.index ? [labels.index] : [];
    lines('index_names', `names of the first columns (${quoteFirst(index)})`, index);
  }
  lines('header_again', 'the header once more, as in exports put one after the other', headers);
  lines('total_rows', `totals (${quoteFirst(totals)}); set totals=keep to keep them as rows`, totals);
  lines(
    'unexplained_totals',
    `a word for a total and no date (${quoteFirst(unexplained)}), but not the sums of the rows above: check whether rows are missing; set totals=keep to keep such lines as rows`,
    unexplained,
  );
  lines('note_rows', `notes below the table (${quoteFirst(notes)})`, notes);
  if (doubtful.length > 0)
    warnings.push({
      code: 'maybe_totals',
      detail: `${nameLines(doubtful.map(({ line }) => line))} kept, with sums of rows above or a word for a total (${quoteFirst(doubtful)}); set totals=leave_out if such rows are totals.`,
      line: doubtful[0].line,
    });
  if (trimmedRows > 0)
    warnings.push({
      code: 'extra_cells',
      detail: `${trimmedRows} rows have blank cells after the last column; they were left out.`,
    });
  return warnings;
}

function nameLines(lines: readonly number[]): string {
  const shown = lines.slice(0, mostNamed).join(', ');
  const more = lines.length > mostNamed ? ` and ${lines.length - mostNamed} more` : '';
  return lines.length === 1 ? `Line ${shown} was` : `Lines ${shown}${more} were`;
}

function quoteFirst(rows: readonly Pick<PlacedRow, 'cells'>[]): string {
  return JSON.stringify(
    (rows[0]?.cells ?? [])
      .filter((cell) => cell.trim() !== '')
      .join(' ')
      .slice(0, 60),
  );
}

/** Returns warnings about repeated names, which got a number, and about blank ones. */
export function renameWarnings(given: readonly string[], names: readonly string[]): TableWarning[] {
  const hasHeader = given.some((name) => name.trim() !== '');
  return names.flatMap((name, index) => {
    if (given[index].trim() === '') {
      const detail = `Column ${index + 1} has no name in the header; it is called "${name}".`;
      return hasHeader ? [{ code: 'column_named', detail, column: name }] : [];
    }
    if (given[index] === name) return [];
    const detail = `Two columns are called "${given[index]}"; the later one is called "${name}".`;
    return [{ code: 'column_renamed', detail, column: name }];
  });
}

export function formulaWarnings({ formulaColumns }: TextShape, names: readonly string[]): TableWarning[] {
  return formulaColumns.map((index) => {
    const detail = `Column "${names[index]}" has cells such as ="007"; it is read as text without the formula's marks.`;
    return { code: 'text_formulas', detail, column: names[index] };
  });
}
