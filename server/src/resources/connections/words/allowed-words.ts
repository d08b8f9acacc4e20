const list = (text: string): readonly string[] => text.match(/\S+/g) ?? [];

/** Functions and types that most engines have: they only compute from their arguments, in bounded space. */
export const allowedFunctions: ReadonlySet<string> = new Set(
  list(`
  any_value array_agg avg bit_and bit_or bool_and bool_or corr count covar_pop covar_samp every grouping listagg max
  median min mode percentile_cont percentile_disc regr_intercept regr_r2 regr_slope stddev stddev_pop stddev_samp
  string_agg sum var_pop var_samp variance approx_count_distinct
  cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number
  abs acos asin atan atan2 ceil ceiling cos cot degrees div exp floor greatest least ln log log10 log2 mod pi pow power
  radians rand round sign sin sqrt tan trunc truncate
  ascii char char_length character_length chr coalesce concat concat_ws if ifnull iif initcap instr isnull lcase left
  length lower lpad ltrim md5 nullif nvl octet_length position regexp_like regexp_replace regexp_substr repeat replace
  reverse right rpad rtrim sha1 sha256 sha2 soundex split_part starts_with strpos substr substring translate trim ucase
  upper
  cast convert try_cast safe_cast to_char to_date to_number to_timestamp
  current_date current_time current_timestamp date date_add date_diff date_format date_part date_sub date_trunc
  dateadd datediff datename datepart day dayname dayofmonth dayofweek dayofyear extract from_unixtime hour last_day
  localtime localtimestamp makedate minute month monthname now quarter second time timestamp timestampadd timestampdiff
  to_days unix_timestamp week weekday weekofyear year yearweek
  array cardinality element_at json_array json_array_length json_extract json_extract_scalar json_object json_query
  json_value map row struct
  bigint binary bit decimal double float int integer interval number numeric real smallint string tinyint varbinary
  varchar datetime
  `),
);

/** Words before a parenthesis that call nothing. */
export const wordsBeforeParentheses: readonly string[] = list(`
  select distinct all any some and or xor not in exists as from join on using where having by when then else case
  between like ilike rlike regexp is over values union except intersect minus limit offset with filter group sets rollup
  cube lateral end qualify div mod escape separator
`);

/** Words of clauses that begin or end a FROM. They are names only in quotes. */
export const clauseWords: ReadonlySet<string> = new Set(
  list('select from join straight_join where group having order union except intersect with values'),
);

/** Words of statements and clauses that write, lock or leave the tables. */
export const refusedWords: ReadonlySet<string> = new Set(
  list(`
  into for lock procedure insert update delete merge truncate drop alter create grant revoke call execute table nextval
  currval lastval prewhere pivot unpivot match_recognize apply outfile dumpfile describe show explain current_user
  session_user system_user current_role current_catalog current_schema
  `),
);
