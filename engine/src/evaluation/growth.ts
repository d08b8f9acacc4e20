/** How a figure's distance from the best possible value changes with the rows that are still to be learned from. */
export interface Growth {
  /** The distance is multiplied by this. */
  factor: number;
  /** Standard error of the factor, relative to it. */
  error: number;
}

/** Moves figures by what the served model gains from rows that the judged fits did not have, and adds its error. */
export function growFigures(
  figures: Record<string, number>,
  errors: Record<string, number>,
  growth: ReadonlyMap<string, Growth>,
) {
  const accuracies = { ...figures };
  const standardErrors = { ...errors };
  for (const [name, { factor, error }] of growth) {
    const distance = distanceOf(name, figures[name]) * factor;
    if (!Number.isFinite(distance)) continue;
    accuracies[name] = figureAt(name, distance);
    if (errors[name] !== undefined) standardErrors[name] = Math.hypot(errors[name] * factor, distance * error);
  }
  return { accuracies, standardErrors };
}

const losses: ReadonlySet<string> = new Set(['mae', 'rmse', 'median_ae', 'log_loss']);

/** Returns the distance of a figure from its best possible value. */
export function distanceOf(name: string, figure: number): number {
  return losses.has(name) ? figure : 1 - figure;
}

/** The figure that lies at a distance from its best possible value. */
function figureAt(name: string, distance: number): number {
  return losses.has(name) ? distance : 1 - distance;
}
