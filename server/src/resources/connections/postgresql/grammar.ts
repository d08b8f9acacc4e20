/**
 * The allowed part of PostgreSQL's syntax tree: each node with its fields. A field is plain (`''`), holds any allowed
 * nodes (`'*'`), or holds the named node. Fields that are not listed are refused.
 */
export const grammar: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  SelectStmt: {
    ...nodes('distinctClause targetList fromClause whereClause groupClause havingClause windowClause valuesLists'),
    ...nodes('sortClause limitOffset limitCount'),
    ...plain('groupDistinct limitOption op all'),
    withClause: 'WithClause',
    larg: 'SelectStmt',
    rarg: 'SelectStmt',
  },
  WithClause: { ...nodes('ctes'), ...plain('recursive') },
  CommonTableExpr: { ...nodes('aliascolnames ctequery'), ...plain('ctename ctematerialized') },
  ResTarget: { ...nodes('indirection val'), ...plain('name') },
  ColumnRef: nodes('fields'),
  A_Star: {},
  A_Const: plain('ival fval sval boolval bsval isnull'),
  A_Expr: { ...nodes('name lexpr rexpr'), ...plain('kind rexpr_list_start rexpr_list_end') },
  A_ArrayExpr: { ...nodes('elements'), ...plain('list_start list_end') },
  A_Indirection: nodes('arg indirection'),
  A_Indices: { ...nodes('lidx uidx'), ...plain('is_slice') },
  BoolExpr: { ...nodes('args'), ...plain('boolop') },
  NullTest: { ...nodes('arg'), ...plain('nulltesttype') },
  BooleanTest: { ...nodes('arg'), ...plain('booltesttype') },
  CaseExpr: nodes('arg args defresult'),
  CaseWhen: nodes('expr result'),
  CoalesceExpr: nodes('args'),
  MinMaxExpr: { ...nodes('args'), ...plain('op') },
  RowExpr: { ...nodes('args colnames'), ...plain('row_format') },
  SubLink: { ...nodes('testexpr operName subselect'), ...plain('subLinkType') },
  FuncCall: {
    ...nodes('funcname args agg_order agg_filter'),
    ...plain('agg_star agg_distinct agg_within_group func_variadic funcformat'),
    over: 'WindowDef',
  },
  NamedArgExpr: { ...nodes('arg'), ...plain('name argnumber') },
  WindowDef: {
    ...nodes('partitionClause orderClause startOffset endOffset'),
    ...plain('name refname frameOptions'),
  },
  GroupingSet: { ...nodes('content'), ...plain('kind') },
  GroupingFunc: nodes('args'),
  TypeCast: { ...nodes('arg'), typeName: 'TypeName' },
  TypeName: { ...nodes('names typmods arrayBounds'), ...plain('typemod') },
  CollateClause: nodes('arg collname'),
  SQLValueFunction: plain('op typmod'),
  SortBy: { ...nodes('node'), ...plain('sortby_dir sortby_nulls') },
  RangeVar: { ...plain('schemaname relname inh relpersistence'), alias: 'Alias' },
  RangeSubselect: { ...nodes('subquery'), ...plain('lateral'), alias: 'Alias' },
  RangeFunction: { ...nodes('functions'), ...plain('lateral ordinality is_rowsfrom'), alias: 'Alias' },
  JoinExpr: {
    ...nodes('larg rarg usingClause quals'),
    ...plain('jointype isNatural'),
    alias: 'Alias',
    join_using_alias: 'Alias',
  },
  Alias: { ...nodes('colnames'), ...plain('aliasname') },
  List: nodes('items'),
  String: plain('sval'),
  Integer: plain('ival'),
  Float: plain('fval'),
  Boolean: plain('boolval'),
  BitString: plain('bsval'),
};

function nodes(fields: string): Record<string, string> {
  return Object.fromEntries(fields.split(' ').map((field) => [field, '*']));
}

function plain(fields: string): Record<string, string> {
  return Object.fromEntries(fields.split(' ').map((field) => [field, '']));
}
