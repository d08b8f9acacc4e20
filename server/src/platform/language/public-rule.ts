/** The rule for agents that strangers can ask: details of tables and tools are not for them. */
export const publicRule =
  'You speak to visitors in public: never name tables, columns, models or files that you work with, nor how many rows they have.';
