import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file, unless it has that text: a new date would make the bundle one of older sources. */
export function writeChanged(path: string, text: string): void {
  if (readUnlessMissing(path) === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

export function readUnlessMissing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
