/** Words of the parts of a table where a model is worse. */
export const words = {
  title: 'Slices: where the model is worse',
  lead: (parts: string) =>
    `Slices of the held-out rows by one or two inputs where errors are significantly larger than elsewhere (${parts} slices were compared).`,
  none: (parts: string) =>
    `None is significantly worse: ${parts} slices of the rows, by one or two inputs, were compared with the rest.`,
  where: 'Where',
  rows: 'Rows',
  elsewhere: 'Elsewhere',
  and: ' and ',
  metrics: { mae: 'MAE', log_loss: 'Log loss' },
  missing: (column: string) => `${column} is missing`,
  is: (column: string, value: string) => `${column} is ${value}`,
  between: (column: string, from: string | undefined, below: string | undefined) => {
    if (from === undefined) return below === undefined ? `${column} is known` : `${column} below ${below}`;
    return below === undefined ? `${column} from ${from}` : `${column} from ${from} to below ${below}`;
  },
};
