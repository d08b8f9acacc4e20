import type { ValidationDescription } from '@sibyl/engine/description.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { VersionRow } from '../store.ts';

type Judged = Pick<VersionRow, 'version' | 'validation'>;

/** Says where the figures of two versions are of other kinds of rows, so that nobody compares them. */
export function tellValidations(champion: Judged | undefined, challenger: Judged | undefined): string | undefined {
  const [one, other] = [champion, challenger].map(heldRowsOf);
  if (one === undefined || other === undefined || one === other) return undefined;
  return `Their own figures do not compare: those of version ${challenger!.version} are for ${other}, those of version ${champion!.version} for ${one}.`;
}

/** Undefined where rows were not held out. */
function heldRowsOf(version: Judged | undefined): string | undefined {
  if (!version?.validation) return undefined;
  const { scheme, column } = decodeJson<Pick<ValidationDescription, 'scheme' | 'column'>>(version.validation);
  const words = { random: 'rows held out at random', group: `new values of \`${column}\`` };
  return scheme === 'forward' ? `later rows${column === null ? '' : ` by \`${column}\``}` : words[scheme];
}
