import type { ModelDescription } from '@sibyl/engine/model.ts';

type Confusions = Pick<ModelDescription, 'classes' | 'confusionMatrix'>;

/** With more classes most of the cells are empty: 500 are a quarter of a million cells, which would hold everybody. */
const mostClassesWhole = 50;

/** Lists the cells of the confusion matrix; of many classes those with rows. */
export function listConfusions({ classes, confusionMatrix }: Confusions): object[] {
  const isWhole = (confusionMatrix?.length ?? 0) <= mostClassesWhole;
  return (confusionMatrix ?? []).flatMap((counts, truth) => {
    const rows = sum(counts);
    return counts.flatMap((count, predicted) =>
      isWhole || count > 0
        ? [{ truth: classes?.[truth], predicted: classes?.[predicted], count, share: rows > 0 ? count / rows : null }]
        : [],
    );
  });
}

/** Returns the places of the `most` classes that are confused most, in their order; all where there are no more. */
export function findMostConfused(matrix: readonly (readonly number[])[], most: number): number[] {
  const wrong = matrix.map((counts, place) => sum(counts) - counts[place]);
  for (const [truth, counts] of matrix.entries())
    for (const [predicted, count] of counts.entries()) if (truth !== predicted) wrong[predicted] += count;
  return [...matrix.keys()]
    .sort((one, other) => wrong[other] - wrong[one])
    .slice(0, most)
    .sort((one, other) => one - other);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
