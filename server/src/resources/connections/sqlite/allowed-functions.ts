/** Functions that only compute from their arguments. All others, also those of a newer SQLite, are refused. */
export const allowedFunctions: ReadonlySet<string> = new Set(
  `
  abs char coalesce concat concat_ws format glob hex if ifnull iif instr length like likelihood likely lower ltrim max min
  nullif octet_length printf quote random replace round rtrim sign soundex substr substring trim typeof unhex unicode
  unistr unlikely upper zeroblob
  avg count group_concat string_agg sum total median percentile percentile_cont percentile_disc
  cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number
  acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 log2 mod pi pow power
  radians sin sinh sqrt tan tanh trunc
  date datetime julianday strftime time timediff unixepoch current_date current_time current_timestamp
  json json_array json_array_length json_extract json_group_array json_group_object json_object json_patch json_pretty
  json_quote json_remove json_replace json_set json_type json_valid -> ->>
  `.match(/\S+/g),
);
