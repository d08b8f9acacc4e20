import type { Archive } from './archive.ts';

export interface SheetPart {
  name: string;
  part: string;
  isHidden: boolean;
  /** Whether it was shown when the workbook was saved. */
  isActive: boolean;
}

/** What the cells of all sheets refer to. */
export interface WorkbookParts {
  sheets: SheetPart[];
  /** Whether days count from 1904, as on old Macs. */
  from1904: boolean;
  texts: string[];
  /** The kind of number of each style; cells refer to styles by index. */
  styles: NumberFormat[];
}

export type NumberKind = 'number' | 'percent' | 'date' | 'datetime' | 'time' | 'duration';
/** `zeros`: the digits to which the format `00000` fills up numbers. */
export type NumberFormat = NumberKind | { zeros: number };

export async function readParts(archive: Archive): Promise<WorkbookParts> {
  const root = (await findTargets(archive, '_rels/.rels', 'officeDocument'))[0]?.target ?? 'xl/workbook.xml';
  const folder = root.slice(0, root.lastIndexOf('/') + 1);
  const relations = `${folder}_rels/${root.slice(folder.length)}.rels`;
  const targets = new Map((await findTargets(archive, relations, '', folder)).map(({ id, target }) => [id, target]));
  const { sheets, from1904 } = await readWorkbook(archive, root, targets);
  return {
    sheets,
    from1904,
    texts: await readTexts(archive, `${folder}sharedStrings.xml`),
    styles: await readStyles(archive, `${folder}styles.xml`),
  };
}

async function findTargets(archive: Archive, part: string, type: string, folder = '') {
  const found: { id: string; target: string }[] = [];
  await archive.read(part, {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship' || !Type.endsWith(type)) return;
      found.push({ id: Id, target: Target.startsWith('/') ? Target.slice(1) : `${folder}${Target}` });
    },
  });
  return found;
}

async function readWorkbook(archive: Archive, part: string, targets: ReadonlyMap<string, string>) {
  const sheets: SheetPart[] = [];
  let from1904 = false;
  let activeTab: number | undefined;
  let tab = 0;
  await archive.read(part, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
      if (name === 'workbookView') activeTab ??= Number(attributes.activeTab ?? 0); // each window has its own
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => /(?:^|:)id$/.test(key))?.[1] ?? '';
      const target = targets.get(id);
      const isHidden = /hidden$/i.test(attributes.state ?? ''); // hidden, or veryHidden
      const isActive = tab === (activeTab ?? 0);
      if (target !== undefined && archive.has(target))
        sheets.push({ name: attributes.name ?? '', part: target, isHidden, isActive });
      tab += 1;
    },
  });
  return { sheets, from1904 };
}

/** Joins the runs of rich text, without phonetic text (`rPh`). */
async function readTexts(archive: Archive, part: string): Promise<string[]> {
  const texts: string[] = [];
  let [isText, isPhonetic, text] = [false, false, ''];
  await archive.read(part, {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't';
    },
    text(piece) {
      if (isText && !isPhonetic) text += piece;
    },
    close(name) {
      if (name === 'si') texts.push(unescapeText(text));
      if (name === 'rPh') isPhonetic = false;
      isText = false;
    },
  });
  return texts;
}

/** Decodes characters that XML cannot contain, written as `_x000D_`. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

async function readStyles(archive: Archive, part: string): Promise<NumberFormat[]> {
  const formats = new Map<string, string>();
  const styles: NumberFormat[] = [];
  let isCell = false;
  await archive.read(part, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') formats.set(numFmtId, formatCode);
      if (name === 'cellXfs') isCell = true;
      if (name === 'xf' && isCell) styles.push(kindOfFormat(formats.get(numFmtId) ?? builtinFormats[numFmtId] ?? ''));
    },
    close(name) {
      if (name === 'cellXfs') isCell = false;
    },
  });
  return styles;
}

/**
 * Built-in formats of dates and times, which a workbook does not define (ECMA-376, 18.8.30; 27-58 depend on the
 * language).
 */
const builtinFormats: Record<string, string> = {
  ...Object.fromEntries(
    [14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'd/m/y']),
  ),
  ...Object.fromEntries([18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56].map((id) => [id, 'h:mm:ss'])),
  22: 'd/m/y h:mm',
  46: '[h]:mm:ss',
  9: '0%',
  10: '0.00%',
};

/** Excel's own limit; in a long format of brackets each would be searched to the end. */
const longestFormat = 255;

function kindOfFormat(format: string): NumberFormat {
  const [positive] = format
    .slice(0, longestFormat)
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .split(';');
  if (/^0{2,}$/.test(positive)) return { zeros: positive.length };
  if (/^[#,0?.\s]+%$/.test(positive)) return 'percent';
  if (/\[(?:h+|m+|s+)\]/i.test(positive)) return 'duration';
  const letters = positive
    .replace(/\[[^[\]]*\]/g, '')
    .replace(/AM\/PM|A\/P/gi, 'h')
    .toLowerCase();
  if (/general|[#0?]/.test(letters.replace(/s\.0+/g, 's'))) return 'number';
  const hasDay = /[dy年月日]/.test(letters) || /m{3,}/.test(letters) || (/m/.test(letters) && !/[hs]/.test(letters));
  const hasClock = /[hs]/.test(letters);
  if (hasDay) return hasClock ? 'datetime' : 'date';
  return hasClock ? 'time' : 'number';
}
