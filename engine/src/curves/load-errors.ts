import type { ContributionDescription, ErrorsDescription } from '../description.ts';
import type { SavedValue } from '../model-file/reader.ts';
import { readPart } from './load-slices.ts';

const mostRows = 1e12;

export function readErrors(saved: SavedValue): ErrorsDescription {
  return {
    column: saved.get('column').text(),
    bands: saved
      .get('bands')
      .list(100)
      .map((band) => ({
        ...readPart(band),
        rows: band.get('rows').integer(0, mostRows),
        mean: band.get('mean').number(),
        standard_error: band.get('standard_error').isNull ? null : band.get('standard_error').number(0),
        low: band.get('low').number(),
        high: band.get('high').number(),
      })),
  };
}

export function readContribution(saved: SavedValue): ContributionDescription {
  return {
    column: saved.get('column').text(),
    mean: saved.get('mean').number(0),
    standard_error: saved.get('standard_error').number(0),
    rows: saved.get('rows').integer(0, mostRows),
  };
}
