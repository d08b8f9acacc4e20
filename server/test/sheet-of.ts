import { makeZip } from './document-files.ts';

const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const plainNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d*[1-9])?$/;

/** Makes a workbook of one sheet; cells below the first row that are plain numbers are stored as numbers. */
export function sheetOf(records: readonly (readonly string[])[]): Buffer {
  const rows = records.map((cells, row) => {
    const written = cells.map((cell, column) => cellOf(cell, `${letters(column)}${row + 1}`, row > 0));
    return `<row r="${row + 1}">${written.join('')}</row>`;
  });
  return makeZip({
    '_rels/.rels': `<Relationships><Relationship Id="a" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="${relation}"><sheets><sheet name="Sheet" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="x" Target="worksheets/s1.xml"/></Relationships>',
    'xl/worksheets/s1.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
  });
}

function cellOf(cell: string, place: string, mayBeNumber: boolean): string {
  if (cell === '') return '';
  if (mayBeNumber && plainNumber.test(cell)) return `<c r="${place}"><v>${cell}</v></c>`;
  const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

function letters(column: number): string {
  return String.fromCharCode(65 + column);
}
