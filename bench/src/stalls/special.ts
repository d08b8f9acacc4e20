import type { Operation } from '../fuzz/operations.ts';
import type { Cases } from './cases.ts';
import { piecesOf, repeat } from './pieces.ts';
import { mostJsonBytes, type StallCase } from './stall-case.ts';

interface Special {
  operationId: string;
  field: string;
  piece: string;
  most: number;
  query?: Record<string, string>;
  type?: string;
  write: (size: number, name: string) => string;
  uses?: StallCase['uses'];
}

const numbered = (size: number, write: (index: number) => string, between = ',') =>
  Array.from({ length: size }, (_, index) => write(index)).join(between);

/** A file of XGBoost with one leaf a tree. */
function xgboost(features: number, classes: number, trees: number): string {
  const leaf = {
    base_weights: [0.5],
    left_children: [-1],
    right_children: [-1],
    split_indices: [0],
    split_conditions: [0.5],
    default_left: [0],
    sum_hessian: [1],
    loss_changes: [0],
    parents: [2147483647],
  };
  const tree = JSON.stringify({
    ...leaf,
    tree_param: { num_nodes: '1', size_leaf_vector: '1', num_feature: String(features) },
  });
  const total = trees * Math.max(1, classes);
  const parameters = { base_score: '0.5', num_class: String(classes), num_feature: String(features), num_target: '1' };
  const objective = classes > 0 ? 'multi:softprob' : 'reg:squarederror';
  return `{"version":[2,0,0],"learner":{"attributes":{},"feature_names":[],"feature_types":[],"learner_model_param":${JSON.stringify(parameters)},"objective":{"name":"${objective}"},"gradient_booster":{"name":"gbtree","model":{"gbtree_model_param":{"num_trees":"${total}"},"tree_info":[${numbered(total, (index) => String(index % Math.max(1, classes)))}],"trees":[${numbered(total, () => tree)}]}}}}`;
}

const skill = (name: string, params: string) =>
  `{"name":"${name}","type":"http","params":{"base_url":"http://127.0.0.1:9/",${params}}}`;
const yamlHead = 'openapi: 3.1.0\npaths:\n  /a:\n    get:\n      operationId: a\n      description: |\n        a\n';

function documentOfReferences(size: number): string {
  const fields = numbered(4000, (index) => `"f${index}":{"type":"string"}`);
  const parameters = numbered(
    size,
    (index) => `{"name":"p${index}","in":"query","schema":{"$ref":"#/components/schemas/Wide"}}`,
  );
  return `{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{"/a":{"get":{"operationId":"a","parameters":[${parameters}]}}},"components":{"schemas":{"Wide":{"type":"object","properties":{${fields}}}}}}`;
}

const oneRow = () => [{}];
const rows = (size: number) => Array.from({ length: size }, () => ({}));

/** What grows by more than its text. */
const specials: Special[] = [
  {
    operationId: 'importModel',
    field: 'num_feature',
    piece: '1',
    most: 65_534,
    write: (size) => xgboost(size, 0, 1),
    uses: { predict: oneRow },
  },
  {
    operationId: 'importModel',
    field: 'num_class',
    piece: '1',
    most: 2000,
    write: (size) => xgboost(4, size, 1),
    uses: { predict: () => rows(100) },
  },
  {
    operationId: 'importModel',
    field: 'trees',
    piece: 'tree',
    most: 20_000,
    write: (size) => xgboost(4, 0, size),
    uses: { predict: () => rows(100) },
  },
  {
    operationId: 'importModel',
    field: 'wide batch',
    piece: 'row',
    most: 2000,
    write: () => xgboost(2000, 0, 1),
    uses: { predict: rows },
  },
  ...piecesOf('yaml').map((piece) => ({
    operationId: 'createSkill',
    field: 'params.openapi',
    piece,
    most: 4_000_000,
    write: (size: number, name: string) => skill(name, `"openapi":${JSON.stringify(yamlHead + repeat(piece, size))}`),
  })),
  {
    operationId: 'createSkill',
    field: 'params.openapi',
    piece: '$ref to 4,000 properties',
    most: 4000,
    write: (size, name) => skill(name, `"openapi":${documentOfReferences(size)}`),
  },
  {
    operationId: 'createSkill',
    field: 'params.requests.0.body',
    piece: '^(a+)+$',
    most: 64,
    write: (_size, name) =>
      skill(
        name,
        '"requests":[{"name":"a","method":"POST","path":"/a","body":{"type":"object","properties":{"a":{"type":"string","pattern":"^(a+)+$"}}}}]',
      ),
    uses: { testSkill: (size) => ({ input: { body: { a: `${'a'.repeat(size)}!` } } }) },
  },
  {
    operationId: 'createSkill',
    field: 'params.requests.0.body',
    piece: 'uniqueItems',
    most: 100_000,
    write: (_size, name) =>
      skill(
        name,
        '"requests":[{"name":"a","method":"POST","path":"/a","body":{"type":"object","properties":{"a":{"type":"array","uniqueItems":true}}}}]',
      ),
    uses: {
      testSkill: (size) => ({ input: { body: { a: Array.from({ length: size }, (_, index) => ({ index })) } } }),
    },
  },
  {
    operationId: 'createTable',
    field: 'columns',
    piece: 'column',
    most: 4000,
    type: 'text/csv',
    write: (size) => `${numbered(size, (index) => `c${index}`)}\n${numbered(20, () => numbered(size, String), '\n')}\n`,
  },
  {
    operationId: 'createTable',
    field: 'one cell',
    piece: 'a',
    most: 8_000_000,
    type: 'text/csv',
    write: (size) => `a,b\n1,${'a'.repeat(size)}\n`,
  },
  {
    operationId: 'createTable',
    field: 'rows',
    piece: 'row',
    most: 500_000,
    type: 'text/csv',
    write: (size) => `a,b\n${'1,2\n'.repeat(size)}`,
  },
  {
    operationId: 'runQuery',
    field: 'columns of the answer',
    piece: 'column',
    most: 4000,
    write: (size) =>
      JSON.stringify({ sql: `select ${numbered(size, (index) => `range as c${index}`)} from range(2000)` }),
  },
  {
    operationId: 'runQuery',
    field: 'bytes of the answer',
    piece: 'a',
    most: 40_000_000,
    write: (size) => JSON.stringify({ sql: `select repeat('a', ${size / 100}) from range(100)` }),
  },
  {
    operationId: 'runQuery',
    field: 'rows of the answer',
    piece: 'row',
    most: 10_000,
    write: (size) =>
      JSON.stringify({ sql: `select ${numbered(100, (index) => `range as c${index}`)} from range(${size})` }),
  },
  {
    operationId: 'runStatement',
    field: 'bytes of the answer',
    piece: 'a',
    most: 40_000_000,
    write: (size) =>
      JSON.stringify({ query: `select repeat('a', ${size / 100}) from fuzzed.homes`, context: { db: 'fuzzed' } }),
  },
  ...['(', 'select * from (', '(select '].map((open) => ({
    operationId: 'runStatement',
    field: 'nested query',
    piece: open,
    most: 4000,
    write: (size: number) =>
      JSON.stringify({
        query: `select * from ${open.includes('*') ? '' : 'homes where a = '}${open.repeat(size)}1${')'.repeat(size)}`,
        context: { db: 'fuzzed' },
      }),
  })),
  {
    operationId: 'predict',
    field: 'rows',
    piece: '{"rooms":3}',
    most: 100_000,
    write: (size) => JSON.stringify(Array.from({ length: size }, () => ({ rooms: 3 }))),
  },
  {
    operationId: 'predict',
    field: 'unknown columns',
    piece: '"u1":1',
    most: 400_000,
    write: (size) => `[{"rooms":3,${numbered(size, (index) => `"u${index}":1`)}}]`,
  },
  ...['a', '9', '9,', '1.', '1 day, ', '2020-01-01 '].flatMap((piece) =>
    // Above 128 KiB a thread answers.
    [100_000, mostJsonBytes].map((most) => ({
      operationId: 'predict',
      field: `one value of ${most}`,
      piece,
      most: Math.floor(most / piece.length),
      write: (size: number) => `[{"rooms":"${piece.repeat(size)}"}]`,
    })),
  ),
  {
    operationId: 'callMcp',
    field: 'batch',
    piece: 'request',
    most: 100_000,
    write: (size) => `[${numbered(size, (index) => `{"jsonrpc":"2.0","id":${index},"method":"tools/list"}`)}]`,
  },
  {
    operationId: 'callMcp',
    field: 'cancellations',
    piece: 'notification',
    most: 100_000,
    write: (size) =>
      `[${numbered(size, (index) => `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${index}}}`)}]`,
  },
];

export function listSpecials(cases: Cases, operations: readonly Operation[]): StallCase[] {
  let made = 0;
  return specials.flatMap(({ operationId, field, piece, most, query, type = 'application/json', write, uses }) => {
    const operation = operations.find((one) => one.operationId === operationId);
    if (!operation) return [];
    const build = (size: number) => {
      const valid = cases.valid(operation);
      const name = `grown_${++made}`;
      const named: Record<string, string> = operation.parameters.some(
        (one) => one.in === 'query' && one.name === 'name',
      )
        ? { name }
        : {};
      const target: Record<string, string> = operationId === 'importModel' ? { target: 'y' } : {};
      const headers = { ...valid.headers, 'content-type': type };
      return {
        path: cases.addressOf({ ...valid, query: { ...valid.query, ...query, ...named, ...target } }),
        headers,
        body: write(size, name),
      };
    };
    return [{ operation, field, piece, most, path: cases.valid(operation).path, build, ...(uses ? { uses } : {}) }];
  });
}
