import { figureText } from '@sibyl/engine/figure-text.ts';
import type { Compared } from './compare.ts';

/** Ends a sentence with the losses of both versions, and by how much the new one is better or worse. */
export function sayFigures({
  loss,
  champion,
  challenger,
  gain,
  standard_error,
}: Pick<Compared, 'loss' | 'champion' | 'challenger' | 'gain' | 'standard_error'>): string {
  const [own, other] = [challenger, champion].map((value) => figureText(value));
  const change = `${gain < 0 ? 'worse' : 'better'} by ${figureText(Math.abs(gain))} ± ${figureText(standard_error, 2)}`;
  return `, its ${loss} is ${own} and that of the active version ${other}: ${change}.`;
}
