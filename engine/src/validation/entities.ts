import { type Field, readField } from '../columns/fields.ts';
import { isIdentifierName } from '../columns/identifiers.ts';
import type { SourceColumn } from '../columns/inputs.ts';
import type { Table } from '../table.ts';
import { groupByKey } from './groups.ts';
import type { Cells } from './row-keys.ts';

/** A column whose values may each stand for one entity with several rows. */
export interface Entity {
  column: string;
  /** The columns whose cells together name it: mostly one. */
  columns: readonly string[];
  /** Number of the value in each row; a row without a value has its own. */
  group: Int32Array;
}

const fewestEntities = 12;
/** Range of the mean number of rows of an entity: below it nothing repeats, above it new entities are rare. */
const [fewestEach, mostEach] = [1.8, 200];
/** Share of the entities with several rows for which an attribute must be constant. */
const constantShare = 0.95;
/** Maximum share of the entities whose cells would be equal by chance. */
const mostByChance = 0.5;

const entityName =
  /(^|[_\s-])(subject|patient|customer|client|user|account|household|person|participant|student|pupil|employee|worker|individual|member|device|machine|sensor|vehicle|animal|firm|company|store|shop|school|team|player|author)s?([_\s-]?(no|nr|num|number|code|name))?$/i;
/** What stands behind one of these is not what the column tells: "years of school" are no schools. */
const tellsOf = /[_\s-](of|per|in|at|to|from|with|by|for|since)[_\s-].*$/i;
/** Fewest numbered values of an entity; fewer may be kinds, such as `make3` or `zone 12`. */
const fewestNumbered = 30;
const numbered = /^[a-z]{0,12}[\s_#-]?\d{1,12}$/i;

/**
 * Finds columns that look like customers, patients or machines: named or numbered like one, or with other columns that
 * never change within a value. Ignored columns count too, because their rows are related all the same.
 */
export function findEntities(
  table: Table,
  columns: readonly SourceColumn[],
  rows: Int32Array,
  fields: readonly Field[],
): Entity[] {
  const found = columns.flatMap(({ profile, role }, place) => {
    if (role === 'target' || !['category', 'number', 'identifier', 'text'].includes(profile.kind)) return [];
    const field = readField(table.columns[place], profile, rows);
    const cells = cellsOf(field);
    if (!cells.every((cell) => Number.isNaN(cell) || Number.isSafeInteger(cell))) return [];
    const group = groupOf(cells);
    if (!isRepeated(group)) return [];
    const { name: column } = profile;
    const isNamed = isIdentifierName(column) || entityName.test(column.replace(tellsOf, '')) || isNumbered(field);
    return isNamed || isDescribed(column, group, fields) ? [{ column, group, cells, isNamed }] : [];
  });
  const named = found.filter(({ isNamed }) => isNamed);
  // A customer's income is often unique, but the rows are related through the customer.
  return found
    .filter(({ isNamed, cells }) => isNamed || !named.some(({ group }) => isAttribute(cells, group)))
    .map(({ column, group }) => ({ column, columns: [column], group }));
}

/**
 * Returns whether at least two other columns, one of them numeric, never change within a value; or one where each value
 * has a row at nearly every one of the same moments.
 */
function isDescribed(column: string, group: Int32Array, fields: readonly Field[]): boolean {
  const attributes = fields.filter(({ profile }) => profile.name !== column);
  const constant = attributes.filter((field) => isAttribute(cellsOf(field), group));
  const isMeasured = constant.some(({ profile: { kind, distinct } }) => kind === 'number' && distinct >= 10);
  if (constant.length >= 2 && isMeasured) return true;
  return constant.length > 0 && attributes.some((field) => isObservedAt(field, group));
}

/** Least share of the moments of a panel at which each entity has a row. */
const panelShare = 0.8;
const fewestMoments = 3;

/** Returns whether a column holds the moments of a panel: each entity has one row at nearly all of them. */
function isObservedAt(field: Field, group: Int32Array): boolean {
  if (field.type !== 'numeric') return false;
  const moments = new Set(field.values).size;
  const entities = new Set(group).size;
  if (moments < fewestMoments || group.length < panelShare * entities * moments) return false;
  const moment = groupByKey(field.values);
  return new Set(Array.from(group, (entity, row) => entity * group.length + moment[row])).size === group.length;
}

export function cellsOf(field: Field): Cells {
  return field.type === 'numeric' ? field.values : field.codes;
}

/** Numbers rows by their cell; missing cells do not group rows. */
export function groupOf(cells: Cells): Int32Array {
  const isMissing = (cell: number) => Number.isNaN(cell) || cell === -1;
  const group = groupByKey(cells);
  return group.map((first, row) => (isMissing(cells[row]) ? row : first));
}

function isRepeated(group: Int32Array): boolean {
  const entities = new Set(group).size;
  const each = group.length / entities;
  return entities >= fewestEntities && each >= fewestEach && each <= mostEach;
}

function isNumbered(field: Field): boolean {
  if (field.type !== 'text' || field.texts.length < fewestNumbered) return false;
  return field.texts.filter((text) => numbered.test(text)).length >= 0.95 * field.texts.length;
}

/**
 * Returns whether the cells are equal in nearly all rows of each entity, but differ between entities. `group` has the
 * first row of each row's entity.
 */
function isAttribute(cells: Cells, group: Int32Array): boolean {
  const rowsOf = new Int32Array(group.length);
  for (const first of group) rowsOf[first] += 1;
  const several = rowsOf.filter((rows) => rows > 1);
  if (several.length === 0 || !isConstant(cells, group, several.length)) return false;
  const counts = new Map<number, number>();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  if (counts.size < 2) return false;
  const alike = [...counts.values()].reduce((sum, count) => sum + (count / group.length) ** 2, 0);
  return several.reduce((sum, rows) => sum + alike ** (rows - 1), 0) / several.length < mostByChance;
}

/** Returns whether the cells are equal within `constantShare` of the entities with several rows; ends where they are not. */
function isConstant(cells: Cells, group: Int32Array, severalCount: number): boolean {
  const changes = new Uint8Array(group.length);
  let changing = 0;
  for (const [row, first] of group.entries()) {
    if (changes[first] === 1 || Object.is(cells[row], cells[first]) || cells[row] === cells[first]) continue;
    changes[first] = 1;
    changing += 1;
    if ((severalCount - changing) / severalCount < constantShare) return false;
  }
  return true;
}
