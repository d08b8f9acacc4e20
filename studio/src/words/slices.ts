/** Words of the parts of a table where a model is worse. */
export const words = {
  title: 'Where it is worse',
  lead: (parts: string) =>
    `Rows that it had not seen, in parts by one input or two, where it errs more than elsewhere beyond chance (${parts} parts were compared).`,
  none: (parts: string) =>
    `Nowhere beyond chance: ${parts} parts of the rows, by one input or two, were compared with the rest.`,
  where: 'Where',
  rows: 'Rows',
  elsewhere: 'Elsewhere',
  and: ' and ',
  metrics: { mae: 'Mean error', log_loss: 'Log loss' },
  missing: (column: string) => `${column} is missing`,
  is: (column: string, value: string) => `${column} is ${value}`,
  between: (column: string, from: string | undefined, below: string | undefined) => {
    if (from === undefined) return below === undefined ? `${column} is known` : `${column} below ${below}`;
    return below === undefined ? `${column} from ${from}` : `${column} from ${from} to below ${below}`;
  },
};
