/** Output of the commands: results to standard output, everything else to standard error. */

export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

/** Prints a line. Control characters, which could steer the terminal, are shown as `\x1b`. */
export function print(text: string): void {
  console.log(withoutControls(text));
}

function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** What a command has found or done, for people and for programs. */
export interface Result {
  text: string;
  value: unknown;
}

export function printResult({ text, value }: Result, { json }: { json?: boolean }): void {
  if (json) printJson(value);
  else if (text !== '') print(text);
}

/** Prints rows with aligned columns; numbers are right-aligned. */
export function printTable(rows: readonly Record<string, unknown>[]): void {
  if (rows.length === 0) return;
  const names = Object.keys(rows[0]);
  const cells = rows.map((row) => names.map((name) => cellText(row[name])));
  const isNumeric = names.map((name) => rows.every((row) => row[name] === null || typeof row[name] === 'number'));
  const widths = names.map((name, index) => Math.max(name.length, ...cells.map((row) => row[index].length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) => (isNumeric[index] ? cell.padStart(widths[index]) : cell.padEnd(widths[index])))
      .join('  ')
      .trimEnd();
  print([names, ...cells].map(line).join('\n'));
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return typeof value === 'number' ? shortNumber(value) : String(value);
}

/** Formats a number with a readable number of digits; those before the point all tell. */
export function shortNumber(value: number): string {
  return String(Math.abs(value) < 1000 ? Number(value.toPrecision(4)) : Math.round(value));
}

const barWidth = 24;

/** Draws a share from 0 to 1 as a bar. */
export function bar(share: number, width = barWidth): string {
  const filled = Math.round(Math.max(0, Math.min(1, share)) * width);
  return `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`;
}

export function note(text: string): void {
  console.error(withoutControls(text));
}

/** One line that is overwritten on a terminal; elsewhere, a new line whenever `step` changes. */
export class ProgressLine {
  #last = '';
  readonly #isTerminal = process.stderr.isTTY === true;

  show(step: string, fraction: number, detail = ''): void {
    if (this.#isTerminal) {
      const text = `${bar(fraction)} ${String(Math.round(fraction * 100)).padStart(3)} %  ${step}${detail}`;
      process.stderr.write(`\r${text.slice(0, (process.stderr.columns ?? 80) - 1)}\u001b[K`);
    } else if (step !== this.#last) note(step);
    this.#last = step;
  }

  end(): void {
    if (this.#isTerminal && this.#last !== '') process.stderr.write('\r\u001b[K');
  }
}
