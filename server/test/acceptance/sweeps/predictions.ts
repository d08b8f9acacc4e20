/** Requests of the sweep for batches of predictions: operation, method, path, what is sent, the status promised. */
const json = { 'content-type': 'application/json' };
const batches = '/projects/swept/models/rent/predictions';
const send = (body: object) => ({ headers: json, body: JSON.stringify(body) });

export const predictionSweep: [string, string, string, { headers?: Record<string, string>; body?: string }, number][] =
  [
    ['createPredictions', 'POST', batches, send({ from: { table: 'homes' } }), 202],
    ['createPredictions', 'POST', batches, send({ from: { table: 'none' } }), 404],
    ['createPredictions', 'POST', batches, send({ from: 'homes' }), 400],
    ['listPredictions', 'GET', batches, {}, 200],
    ['getPredictions', 'GET', `${batches}/none`, {}, 404],
    ['downloadPredictions', 'GET', `${batches}/none/download`, {}, 404],
    ['deletePredictions', 'DELETE', `${batches}/none`, {}, 404],
  ];
