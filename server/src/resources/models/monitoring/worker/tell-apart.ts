import { train } from '@sibyl/engine/train.ts';
import type { Apart, ApartRequest } from './messages.ts';

const target = 'is asked';
/** Columns that are named. */
const mostNamed = 5;

/**
 * Learns to tell asked rows from training rows. What held-out rows show is a distance of all columns together, without a
 * truth. Undefined where nothing can be learned.
 */
export async function tellApart({ columns, training, asked }: ApartRequest): Promise<Apart | undefined> {
  const width = columns.length;
  const rowCount = (training.length + asked.length) / width;
  const codeAt = (place: number) => (place < training.length ? training[place] : asked[place - training.length]);
  const cells = columns.map(({ name, isOrdered }, column) => {
    const codes = Int32Array.from({ length: rowCount }, (_, row) => codeAt(row * width + column));
    if (isOrdered) return { name, type: 'number' as const, values: Float64Array.from(codes) };
    return { name, type: 'text' as const, codes, dictionary: Array.from({ length: 256 }, (_, code) => `bin ${code}`) };
  });
  const trainingRows = training.length / width;
  const isAsked = Uint8Array.from({ length: rowCount }, (_, row) => (row < trainingRows ? 0 : 1));
  const table = { rowCount, columns: [...cells, { name: target, type: 'boolean' as const, values: isAsked }] };
  const model = await train(table, { target, task: 'binary', effort: 'quick', timeBudgetSeconds: 10 }).catch(
    () => undefined,
  );
  if (!model) return undefined;
  const { accuracies, standardErrors, columnImportances } = model.description;
  const named = Object.entries(columnImportances).filter(([, share]) => share > 0.05);
  return {
    auc: accuracies.auc ?? 0.5,
    standard_error: standardErrors.auc ?? 0,
    columns: named
      .sort((a, b) => b[1] - a[1])
      .slice(0, mostNamed)
      .map(([name]) => name),
  };
}
