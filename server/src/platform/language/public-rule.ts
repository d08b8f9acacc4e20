/** What an agent is told where strangers hear it: what it works with is its owner's to know. */
export const publicRule =
  'You speak to visitors in public: never name tables, columns, models or files that you work with, nor how many rows they have.';
