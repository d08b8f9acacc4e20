export interface Explained {
  value: unknown;
  low: number | null;
  high: number | null;
  confidence: number | null;
  base: number | null;
  /** The largest first. */
  contributions: [column: string, share: number][];
  probabilities: [name: string, part: number][];
  unknown: string[];
  unseen: Record<string, unknown>;
  /** Inputs far outside of what training had. */
  outOfRange: string[];
}

/** Orders a predicted row for display. */
export function explainedOf(answer: Record<string, unknown>, target: string): Explained {
  const text = JSON.parse(String(answer[`${target}_explain`] ?? '{}')) as Record<string, unknown>;
  const shares = Object.entries((text.contributions ?? {}) as Record<string, number | null>);
  const parts = Object.entries((answer[`${target}_probabilities`] ?? {}) as Record<string, number>);
  return {
    value: answer[target],
    low: numberOr(answer[`${target}_min`]),
    high: numberOr(answer[`${target}_max`]),
    confidence: numberOr(answer[`${target}_confidence`]),
    base: numberOr(text.base),
    contributions: shares
      .filter((share): share is [string, number] => typeof share[1] === 'number')
      .toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one)),
    probabilities: parts.toSorted(([, one], [, other]) => other - one),
    unknown: (text.unknown_inputs ?? []) as string[],
    unseen: (text.unseen_values ?? {}) as Record<string, unknown>,
    outOfRange: (text.out_of_range ?? []) as string[],
  };
}

function numberOr(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
