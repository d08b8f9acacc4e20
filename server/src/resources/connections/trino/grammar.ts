import type { Grammar } from '../words/grammar.ts';

/** Names are the same in upper and lower case, also in quotes. */
export const grammar: Grammar = {
  nameQuotes: '"',
  textQuotes: "'",
  backslashes: false,
  fold: (name) => name.toLowerCase(),
  tableFunctions: new Set(['unnest']),
  functions: new Set(
    `
    approx_distinct approx_percentile approx_most_frequent arbitrary array_join array_distinct array_sort array_max array_min
    array_position array_remove array_union array_intersect array_except arrays_overlap bitwise_and bitwise_or bitwise_xor
    bitwise_not bool cbrt checksum codepoint contains cosh count_if date_parse day_of_month day_of_week day_of_year e
    entropy filter flatten format_datetime from_base from_base64 from_hex from_iso8601_date from_iso8601_timestamp
    geometric_mean hamming_distance histogram infinity inverse_normal_cdf is_finite is_infinite is_json_scalar is_nan
    json_array_contains json_array_get json_exists json_format json_parse json_size kurtosis levenshtein_distance map_agg
    map_entries map_filter map_from_entries map_keys map_union map_values max_by merge min_by multimap_agg nan
    none_match any_match all_match normalize numeric_histogram parse_datetime reduce regexp_count regexp_extract
    regexp_extract_all regexp_position regexp_split set_agg sinh skewness slice split split_to_map strpos tanh
    to_base64 to_hex to_iso8601 to_milliseconds to_unixtime transform try typeof url_extract_host url_extract_path
    url_extract_protocol width_bucket with_timezone at_timezone timezone_hour timezone_minute week_of_year wilson_interval_lower
    wilson_interval_upper word_stem year_of_week yow dow doy zip sequence concat_ws char json ipaddress uuid
    `.match(/\S+/g),
  ),
};
