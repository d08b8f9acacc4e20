import type { Row } from '../answers/row-reader.ts';
import { CellError, createNumericReader, createTextReader } from '../columns/cells.ts';
import { numericKinds } from '../columns/fields.ts';
import type { ColumnProfile } from '../columns/profile.ts';
import { createFinder } from '../columns/spellings.ts';
import { momentOfCells, nameOf, type ReadCell, type Realm, type RealmRule } from '../validation/realm.ts';

/**
 * Returns the cells of a row that tell that it is of the realm, and undefined for other rows. Cells that cannot be read
 * are of none, and neither is an unknown time.
 */
export function createRealmReader({ columns, ...realm }: Realm): (row: Row) => readonly ReadCell[] | undefined {
  const categories = realm.kind === 'new' && columns.length === 1 ? realm.known : [];
  const readers = columns.map((profile) => createCellReader(profile, categories));
  const isOwn = createCellsTest(realm);
  return (row) => {
    const cells = readers.map((read) => read(row));
    return cells.every(isRead) && isOwn(cells) ? cells : undefined;
  };
}

function createCellsTest(realm: RealmRule): (cells: readonly ReadCell[]) => boolean {
  if (realm.kind !== 'new') {
    const { kind, moment } = realm;
    return (cells) => (kind === 'later' ? momentOfCells(cells) > moment : momentOfCells(cells) <= moment);
  }
  const known = new Set(realm.known);
  return (cells) => {
    const name = nameOf(cells);
    return name === undefined || !known.has(name);
  };
}

function isRead(cell: ReadCell | CellError): cell is ReadCell {
  return !(cell instanceof CellError);
}

/** Reads the cell of a column as training did; undefined where it is missing. */
function createCellReader(
  { name, kind, reading, spellings }: ColumnProfile,
  categories: readonly string[],
): (row: Row) => ReadCell | CellError {
  const isNumeric = numericKinds.has(kind);
  const read = isNumeric ? createNumericReader(reading) : createTextReader(reading);
  const find = kind === 'category' ? createFinder(spellings, categories) : (text: string) => text;
  return (row) => {
    const cell = read(Object.hasOwn(row, name) ? row[name] : undefined);
    return typeof cell === 'string' ? find(cell) : cell;
  };
}
