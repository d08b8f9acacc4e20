/** Allowed functions: they only compute from their arguments, in bounded space. All others are refused. */
export const allowedFunctions = new Set(
  `
  any_value array_agg avg bit_and bit_or bool_and bool_or corr count covar_pop covar_samp every json_agg json_object_agg
  jsonb_agg jsonb_object_agg max min mode percentile_cont percentile_disc range_agg regr_avgx regr_avgy regr_count
  regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy stddev stddev_pop stddev_samp string_agg sum var_pop
  var_samp variance
  cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number
  abs acos asin atan atan2 cbrt ceil ceiling cos cot degrees div exp factorial floor gcd lcm ln log log10 mod pi power
  pow radians random round sign sin sqrt tan trunc width_bucket min_scale scale
  ascii bit_length btrim char_length character_length chr concat concat_ws initcap left length like_escape lower
  ltrim md5 normalize octet_length overlay position regexp_count regexp_instr regexp_like regexp_match regexp_matches
  regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr replace reverse right rtrim
  similar_to_escape split_part starts_with string_to_array string_to_table strpos substr substring to_hex translate
  upper
  age clock_timestamp date date_bin date_part date_trunc extract isfinite justify_days justify_hours justify_interval
  localtimestamp make_date make_interval make_time make_timestamp make_timestamptz now overlaps statement_timestamp
  timezone to_char to_date to_number to_timestamp transaction_timestamp
  array_append array_cat array_dims array_length array_lower array_ndims array_position array_positions array_prepend
  array_remove array_replace array_to_string array_upper cardinality generate_series generate_subscripts unnest
  array_to_json json_array_elements json_array_elements_text json_array_length json_build_array json_build_object
  json_each json_each_text json_extract_path json_extract_path_text json_object_keys json_typeof jsonb_array_elements
  jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each jsonb_each_text
  jsonb_extract_path jsonb_extract_path_text jsonb_object_keys jsonb_path_exists jsonb_path_query
  jsonb_path_query_array jsonb_path_query_first jsonb_typeof row_to_json to_json to_jsonb
  lower_inc upper_inc isempty num_nonnulls num_nulls
  plainto_tsquery phraseto_tsquery to_tsquery to_tsvector ts_headline ts_rank ts_rank_cd websearch_to_tsquery
  `.match(/\S+/g),
);

/** Allowed types in casts: none whose text form queries the catalog. */
export const allowedTypes = new Set(
  `
  bit bool boolean bpchar bytea char character date decimal float float4 float8 int int2 int4 int8 integer interval json
  jsonb numeric real smallint bigint text time timestamp timestamptz timetz tsquery tsvector uuid varbit varchar inet cidr
  int4range int8range numrange tsrange tstzrange daterange
  `.match(/\S+/g),
);

export const allowedOperators = new Set(
  `
  = <> != < > <= >= + - * / % ^ || ~ ~* !~ !~* ~~ !~~ ~~* !~~* -> ->> #> #>> @> <@ && ? ?| ?& @@ @ |/ ||/ & | # << >>
  -|- ^@ BETWEEN
  `.match(/\S+/g),
);

/** Allowed value keywords of the parser: only those for the current time. */
export const allowedValueWords = new Set([
  'SVFOP_CURRENT_DATE',
  'SVFOP_CURRENT_TIME',
  'SVFOP_CURRENT_TIME_N',
  'SVFOP_CURRENT_TIMESTAMP',
  'SVFOP_CURRENT_TIMESTAMP_N',
  'SVFOP_LOCALTIME',
  'SVFOP_LOCALTIME_N',
  'SVFOP_LOCALTIMESTAMP',
  'SVFOP_LOCALTIMESTAMP_N',
]);
