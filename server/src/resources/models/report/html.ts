import { escapeHtml } from '../../../http/reply/page-style.ts';

/** Text of HTML that is safe to place: made by `html`, never from what somebody wrote. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | readonly Html[] | string | number | null | undefined | false;

/** Writes HTML; every value that is not HTML is escaped. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.map((text, place) => text + (place < parts.length ? textOf(parts[place]) : '')).join(''));
}

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map((one) => one.text).join('');
  return escapeHtml(String(part));
}

/** Writes a table; the first row is its head. */
export function table(head: readonly string[], rows: readonly (readonly Part[])[]): Html {
  return html`<div class="wide" tabindex="0"><table><thead><tr>${head.map((name) => html`<th>${name}</th>`)}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${row.map((cell) => html`<td>${typeof cell === 'string' ? breakable(cell) : cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}

const longestWord = 24;

/** Lets only words that are too long for a column be broken, because a browser that may break all breaks short ones. */
function breakable(text: string): Html {
  const pieces = text.match(new RegExp(`\\S{1,${longestWord}}|\\s+`, 'gu')) ?? [];
  return html`${pieces.map((piece, at) => html`${at > 0 && piece.trim() && pieces[at - 1].trim() ? wordBreak : ''}${piece}`)}`;
}

const wordBreak = new Html('<wbr>');

/** Writes a number with three significant digits. */
export function shortNumber(value: number | null | undefined): string {
  if (value === null || value === undefined) return '—';
  if (value === 0 || (Math.abs(value) >= 1e-4 && Math.abs(value) < 1e6)) return String(Number(value.toPrecision(3)));
  return value.toExponential(2);
}

/** Writes a share as a percentage. */
export function percentOf(share: number): string {
  return `${Number((100 * share).toPrecision(3))} %`;
}

/** An error that only rounding left is none. */
export function withError(value: number, error: number | null | undefined): string {
  return error && error > 1e-6 * Math.abs(value)
    ? `${shortNumber(value)} ± ${Number(error.toPrecision(2))}`
    : shortNumber(value);
}
