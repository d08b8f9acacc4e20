import type { Grammar } from '../words/grammar.ts';

/** Texts may be in double quotes; a name in backquotes may hold the dataset. */
export const grammar: Grammar = {
  nameQuotes: '`',
  textQuotes: `'"`,
  backslashes: true,
  fold: (name) => name,
  quotedPaths: true,
  tableFunctions: new Set(['unnest']),
  functions: new Set(
    `
    approx_quantiles approx_top_count array_concat array_length array_reverse array_to_string bool byte_length cbrt
    code_points_to_string countif date_from_unix_date datetime_add datetime_diff datetime_sub datetime_trunc edit_distance
    ends_with farm_fingerprint format format_date format_datetime format_time format_timestamp from_base64 from_hex
    generate_array generate_date_array greatest ieee_divide int64 float64 bignumeric bytes is_inf is_nan json_extract_array
    json_extract_string_array json_query_array json_type json_value_array logical_and logical_or max_by min_by
    normalize ordinal offset parse_date parse_datetime parse_json parse_numeric parse_time parse_timestamp range_bucket
    regexp_contains regexp_extract regexp_extract_all regexp_instr safe_add safe_divide safe_multiply safe_negate
    safe_offset safe_ordinal safe_subtract split strpos struct time_add time_diff time_sub time_trunc
    timestamp_add timestamp_diff timestamp_micros timestamp_millis timestamp_seconds timestamp_sub timestamp_trunc
    to_base64 to_hex to_json to_json_string unix_date unix_micros unix_millis unix_seconds generate_uuid
    `.match(/\S+/g),
  ),
};
