import type { Grammar } from '../words/grammar.ts';

/** Names without quotes are upper case. */
export const grammar: Grammar = {
  nameQuotes: '"',
  textQuotes: "'",
  backslashes: true,
  colons: true,
  fold: (name, isQuoted) => (isQuoted ? name : name.toUpperCase()),
  refused: new Set(['identifier', 'at', 'before', 'changes', 'sample', 'tablesample', 'directory']),
  refusedSigns: '->>',
  tableFunctions: new Set(['flatten']),
  functions: new Set(
    `
    add_months approx_percentile array_construct array_contains array_size array_to_string arrays_overlap as_varchar
    boolor_agg booland_agg ceil charindex collate contains convert_timezone count_if dayofweekiso decode dateadd
    edit_distance endswith equal_null get get_path hash hex_encode iff insert jarowinkler_similarity kurtosis
    months_between monthname nvl2 nullifzero object_construct object_keys parse_json ratio_to_report regexp_count
    regexp_instr seq4 skew square startswith strtok timeadd timediff timestamp_ntz timestamp_tz timestamp_ltz to_array
    to_binary to_boolean to_decimal to_double to_json to_object to_time to_timestamp_ltz to_timestamp_ntz to_timestamp_tz
    to_variant to_varchar try_parse_json try_to_date try_to_decimal try_to_number try_to_timestamp typeof uniform
    weekiso yearofweek zeroifnull div0 div0null char text decimal boolean
    `.match(/\S+/g),
  ),
};
