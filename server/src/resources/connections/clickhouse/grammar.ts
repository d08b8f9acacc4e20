import type { Grammar } from '../words/grammar.ts';

/** Names are case-sensitive; a name after IN would be a table, also in parentheses. */
export const grammar: Grammar = {
  nameQuotes: '"`',
  textQuotes: "'",
  backslashes: true,
  colons: true,
  fold: (name) => name,
  inReadsTables: 'anywhere',
  refused: new Set(['settings', 'format', 'array', 'final', 'sample', 'system']),
  tableFunctions: new Set(['numbers']),
  functions: new Set(
    `
    accuratecast addays adddays addhours addminutes addmonths addquarters addseconds addweeks addyears anylast argmax argmin
    arrayconcat arraycount arraydistinct arrayelement arrayexists arrayfilter arrayjoin arraymap arraymax arraymin
    arrayreduce arrayreverse arraysort arraystringconcat arraysum avgif countif datediff empty endswith groupArray grouparray
    groupuniqarray has hasall hasany isfinite isinfinite isnan isnotnull jsonextract jsonextractbool jsonextractfloat
    jsonextractint jsonextractstring jsonhas jsonlength lengthutf8 like lowerutf8 match maxif medianexact minif multiif
    multisearchany notempty nullif parsedatetime parsedatetimebesteffort position positioncaseinsensitive quantile
    quantileexact quantiles quantileif range replaceall replaceone replaceregexpall replaceregexpone roundbankers
    rowNumberInAllBlocks splitbychar splitbystring stddevpop stddevsamp subtractdays subtracthours subtractmonths
    subtractyears sumif sumwithoverflow timezone toMonth tobool todate todate32 todatetime todatetime64 todayofmonth
    todayofweek todayofyear todecimal32 todecimal64 todecimal128 tofloat32 tofloat64 tohour toint8 toint16 toint32 toint64
    toint128 toint256 toisoweek toisoyear tominute tomonday tomonth tonullable toquarter torelativedaynum tosecond
    tostartofday tostartoffifteenminutes tostartoffiveminutes tostartofhour tostartofinterval tostartofminute
    tostartofmonth tostartofquarter tostartofweek tostartofyear tostring totypename touint8 touint16 touint32 touint64
    toweek toyear toyyyymm toyyyymmdd today toyearweek trimboth trimleft trimright tuple tupleelement uniq uniqcombined
    uniqexact uniqhll12 upperutf8 varpop varsamp yesterday tounixtimestamp formatdatetime intdiv intdivorzero topk
    tointervalday tointervalmonth nullable int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 decimal32
    decimal64 datetime64 fixedstring lowcardinality
    `
      .toLowerCase()
      .match(/\S+/g),
  ),
};
