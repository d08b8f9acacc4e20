import type { ModelDescription } from '@sibyl/engine/model.ts';
import { at, type StoredPick } from '../stored-pick.ts';

/** How the answers of a challenger differ from those that were given, in the drawn rows of a window. */
export interface ShadowSketch {
  version: number;
  /** Rows that it answered. */
  drawn: number;
  /** Classes: share of rows with another class. Numbers: mean size of the difference. */
  difference: number;
}

/** Sketches the answers of the latest challenger; nothing where none answered. */
export function sketchShadow(
  picks: readonly StoredPick[],
  { classes }: Pick<ModelDescription, 'classes'>,
): { shadow?: ShadowSketch } {
  const answered = picks.flatMap((pick) => {
    const shadow = pick[at.shadow];
    return shadow ? [{ value: pick[at.value], shadow }] : [];
  });
  if (answered.length === 0) return {};
  const version = Math.max(...answered.map(({ shadow: [number] }) => number));
  const own = answered.filter(({ shadow: [number] }) => number === version);
  const differences = own.map(({ value, shadow: [, other] }) =>
    classes ? Number(String(classes[value]) !== other) : Math.abs(Number(other) - value),
  );
  const difference = differences.reduce((sum, one) => sum + one, 0) / own.length;
  return { shadow: { version, drawn: own.length, difference } };
}
