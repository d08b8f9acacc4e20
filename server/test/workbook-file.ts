import { makeZip } from './document-files.ts';

export const workbookRelation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface TestSheet {
  rows: string;
  /** XML below the rows, such as merged cells. */
  below?: string;
  state?: 'hidden' | 'veryHidden';
}

interface Look {
  format?: string;
  activeTab?: number;
}

/** Makes a workbook of sheets, each given by the XML of its rows. Style 1 is a date, 2 a moment. */
export function makeWorkbook(sheets: Record<string, string | TestSheet>, { format, activeTab }: Look = {}): Buffer {
  const made = Object.entries(sheets).map(([name, sheet], index) => ({
    name,
    id: index + 1,
    ...(typeof sheet === 'string' ? { rows: sheet } : sheet),
  }));
  const view = activeTab === undefined ? '' : `<bookViews><workbookView activeTab="${activeTab}"/></bookViews>`;
  const list = made.map(
    ({ name, id, state = 'visible' }) => `<sheet name="${name}" sheetId="${id}" state="${state}" r:id="r${id}"/>`,
  );
  const targets = made.map(({ id }) => `<Relationship Id="r${id}" Type="x" Target="worksheets/s${id}.xml"/>`);
  const parts = made.map(({ id, rows, below = '' }) => [
    `xl/worksheets/s${id}.xml`,
    `<worksheet><sheetData>${rows}</sheetData>${below}</worksheet>`,
  ]);
  const code = format ?? 'yyyy\\-mm\\-dd\\ hh:mm';
  return makeZip({
    '_rels/.rels': `<Relationships><Relationship Id="a" Type="${workbookRelation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="${workbookRelation}">${view}<sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${targets.join('')}</Relationships>`,
    'xl/sharedStrings.xml':
      '<sst><si><t>city</t></si><si><r><t>Łó</t></r><r><t>dź</t></r><rPh><t>x</t></rPh></si></sst>',
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(parts),
  });
}

export const inlineCell = (text: string, at = '') => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;

/** The XML of rows from A1 on, and of merged cells. */
export function sheetOf(
  rows: readonly (readonly (string | number | null)[])[],
  merged: readonly string[] = [],
): TestSheet {
  const cell = (value: string | number | null, at: string) => {
    if (value === null) return '';
    return typeof value === 'number' ? `<c r="${at}"><v>${value}</v></c>` : inlineCell(value, at);
  };
  const line = (cells: readonly (string | number | null)[], row: number) =>
    cells.map((value, column) => cell(value, `${String.fromCharCode(65 + column)}${row}`)).join('');
  const ranges = merged.map((range) => `<mergeCell ref="${range}"/>`).join('');
  return {
    rows: rows.map((cells, index) => `<row r="${index + 1}">${line(cells, index + 1)}</row>`).join(''),
    below: merged.length === 0 ? '' : `<mergeCells>${ranges}</mergeCells>`,
  };
}
