/** Requests of the sweep for clients that speak SQL: operation, method, path, what is sent, the status promised. */
const json = { 'content-type': 'application/json' };
const send = (body: object) => ({ headers: json, body: JSON.stringify(body) });

export const sqlSweep: [string, string, string, { headers?: Record<string, string>; body?: string }, number][] = [
  ['runStatement', 'POST', '/api/sql/query', send({ query: 'SHOW DATABASES' }), 200],
  ['runStatement', 'POST', '/api/sql/query', send({ query: 'FLY AWAY' }), 200],
  ['runStatement', 'POST', '/api/sql/query', send({}), 400],
  ['getStatus', 'GET', '/api/status', {}, 200],
  ['listTree', 'GET', '/api/tree', {}, 200],
  ['listTreeOfProject', 'GET', '/api/tree/swept', {}, 200],
  ['listTreeOfProject', 'GET', '/api/tree/none', {}, 404],
  ['logIn', 'POST', '/api/login', send({ password: null }), 200],
  ['logInToCloud', 'POST', '/cloud/login', send({ password: null }), 200],
];
