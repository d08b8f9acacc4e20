// @module-tag long
import { expect, test } from 'vitest';
import { cleanUpOnExit } from '../process/cleanup.ts';
import { renderFindings } from './report.ts';
import { runStalls } from './run.ts';
import type { StallCase } from './stall-case.ts';

cleanUpOnExit();

/** A door of each kind with the pieces that cost most there. */
const slice: Record<string, [field: RegExp, piece: RegExp]> = {
  addDocument: [/^text\/html$|^content$/, /^(<!--|<div>|\[|\*\*|\*a_)$/],
  createTable: [/^multipart|^text\/csv$/, /^("|a,"|\r\n--)$/],
  listTables: [/^\?name$/, /^(a|%41)$/],
  searchKnowledgeBase: [/^filter$/, /^(\{"a":|fields)$/],
  createSession: [/^application\/json$/, /^(\[|\{"a":)$/],
};

function isInSlice({ operation, field, piece }: StallCase): boolean {
  const [fields, pieces] = slice[operation.operationId] ?? [];
  return fields?.test(field) === true && pieces?.test(piece) === true;
}

test('nothing of a slice of requests holds the main thread or costs more than twice for twice the size', async () => {
  const { findings, left } = await runStalls({ only: Object.keys(slice), seconds: 300, choose: isInSlice });
  expect(findings.faulty.length > 0 ? renderFindings(findings.faulty, 0) : '').toBe('');
  expect(left).toBe(0);
  // Otherwise nothing would have been tried.
  expect(new Set(findings.all.map(({ operation }) => operation)).size).toBe(Object.keys(slice).length);
  expect(Math.max(...findings.all.map(({ large }) => large.total))).toBeGreaterThan(1);
});
