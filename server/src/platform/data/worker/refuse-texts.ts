import { fileFault } from '../faults.ts';
import type { FileOptions } from '../types.ts';

interface OtherText {
  test: (text: string) => boolean;
  what: string;
  /** What to upload instead. */
  instead: string;
}

const asTable = 'send its table as CSV';

const others: readonly OtherText[] = [
  {
    test: (text) => /^\s*(?:<!doctype html|<html|<head|<body|<table|<div|<meta)\b/i.test(text),
    what: 'an HTML page',
    instead: 'send its table as CSV, or open it in a spreadsheet and save it as .xlsx',
  },
  {
    test: (text) => /^\s*<(?:\?xml\b|[a-z][\w:.-]*(?:\s[^<>]*)?>[\s\S]*<\/|[a-z][\w:.-]*(?:\s[^<>]*)?\/>)/i.test(text),
    what: 'an XML document',
    instead: 'send its rows as CSV or as a JSON array of objects',
  },
  {
    test: (text) => /^\s*(?:\[\s*[[{]|\{\s*"(?:[^"\\]|\\.)*"\s*:)/.test(text),
    what: 'JSON',
    instead:
      'send it as application/json when it is an array of objects, as application/x-ndjson when each line is one',
  },
  {
    test: hasLineOfDashes,
    what: 'a table of Markdown or of a terminal',
    instead: 'send it as CSV, without the line of dashes and the bars around the rows',
  },
  {
    test: (text) => /^\+(?:[-=]+\+)+[^\S\n]*\n\s*\|/.test(text),
    what: 'a table of a terminal',
    instead: 'send it as CSV, without the frame',
  },
  { test: isLog, what: 'a log: its lines are a time and a message', instead: 'send the fields of its lines as CSV' },
  {
    test: (text) => /^\s*(?:--[^\n]*\n\s*)*(?:create table|insert into|drop table)\s/i.test(text),
    what: 'a script of SQL',
    instead: asTable,
  },
  { test: (text) => text.startsWith('{\\rtf'), what: 'an RTF document', instead: asTable },
  { test: (text) => /^\s*\\documentclass|^\s*\\begin\{/.test(text), what: 'a LaTeX document', instead: asTable },
  { test: (text) => /^BEGIN:V(?:CALENDAR|CARD)\b/.test(text), what: 'a calendar or contacts', instead: asTable },
  {
    test: (text) => /^(?:\s*%[^\n]*\n)*\s*@relation\s/i.test(text),
    what: 'ARFF',
    instead: 'send the lines after @data with header=false, or leave those above out by skip_rows',
  },
];

/** Refuses texts that are no tables, although every line could be a cell. */
export function refuseOtherTexts(text: string, { skipRows, headerRow, delimiter }: FileOptions): void {
  if (skipRows !== undefined || headerRow !== undefined || delimiter !== undefined) return;
  // Patterns that begin with any blanks try each of them.
  const start = text.trimStart();
  const found = others.find(({ test }) => test(start));
  if (found) throw fileFault('not_text', `The file is ${found.what}, not a table of delimited text; ${found.instead}.`);
}

/** Below names with bars between them: `|---|:-:|` or `----+----`. */
function hasLineOfDashes(text: string): boolean {
  const [names, dashes = ''] = text.split('\n', 2);
  if (!names.includes('|') || !dashes.includes('--')) return false;
  const cells = dashes.trim().replace(/^\|/, '').replace(/\|$/, '').split(/[|+]/);
  return cells.every((cell) => /^:?-+:?$/.test(cell.trim()));
}

const logLine = /^\[?\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2},\d{3}\]?(?![,;\d])/;

/** The comma before milliseconds separates no cells. */
function isLog(text: string): boolean {
  const lines = text.split('\n', 200).filter((line) => line.trim() !== '');
  return logLine.test(lines[0] ?? '') && lines.filter((line) => logLine.test(line)).length > lines.length / 2;
}
