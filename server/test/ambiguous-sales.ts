/** A table of which "What is the total?" may mean several columns: those who are asked it ask back. */
export const ambiguousSales = [
  'region,gross price,net price,price list,units',
  ...Array.from({ length: 39 }, (_, at) => `r${(at + 1) % 3},${2 * at + 2},${at + 1},${(at + 1) % 7},${(at + 1) % 5}`),
].join('\n');
