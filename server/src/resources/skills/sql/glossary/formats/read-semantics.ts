import { invalidField } from '../../../../../errors.ts';
import { readText } from '../../../foreign/read-text.ts';
import { readDbt } from './read-dbt.ts';
import { readOsi } from './read-osi.ts';
import type { ReadSemantics } from './semantics.ts';
import { treeOf } from './trees.ts';

/** Reads semantic models and metrics of dbt, or of Open Semantic Interchange. It may take long: call it in a worker. */
export function readSemantics(document: string): ReadSemantics {
  const tree = treeOf(readText(document, '/document'));
  if ('semantic_model' in tree) return onOneLine(readOsi(tree));
  if ('semantic_models' in tree || 'metrics' in tree) return onOneLine(readDbt(tree));
  throw invalidField(
    '/document',
    'must have `semantic_models` or `metrics` of dbt, or `semantic_model` of Open Semantic Interchange',
    'wrong_format',
  );
}

/** Documents break long expressions, of which entries are one line. */
function onOneLine({ glossary = [], ...rest }: ReadSemantics): ReadSemantics {
  const joined = glossary.map((entry) =>
    entry.sql === undefined
      ? entry
      : { ...entry, sql: entry.sql.replaceAll(/('(?:[^']|'')*'|"(?:[^"]|"")*")|\s+/g, (_, text) => text ?? ' ') },
  );
  return { ...rest, ...(joined.length > 0 ? { glossary: joined } : {}) };
}
