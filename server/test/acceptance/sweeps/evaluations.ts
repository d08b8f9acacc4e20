/** Requests of the sweep for evaluations and feedback: operation, method, path, what is sent, the status promised. */
const json = { 'content-type': 'application/json' };
const evaluations = '/projects/swept/agents/desk/evaluations';
const send = (body: object) => ({ headers: json, body: JSON.stringify(body) });
const questions = [{ question: 'Who won the war?', expected: { refuses: true } }];

export const evaluationSweep: [string, string, string, { headers?: Record<string, string>; body?: string }, number][] =
  [
    ['createEvaluation', 'POST', evaluations, send({ name: 'first', questions }), 201],
    ['createEvaluation', 'POST', evaluations, send({ name: 'first', questions }), 409],
    ['createEvaluation', 'POST', evaluations, send({ name: 'second', questions: [] }), 400],
    ['listEvaluations', 'GET', evaluations, {}, 200],
    ['getEvaluation', 'GET', `${evaluations}/first`, {}, 200],
    ['getEvaluation', 'GET', `${evaluations}/none`, {}, 404],
    ['compareEvaluations', 'GET', `${evaluations}/first/comparison?with=none`, {}, 404],
    ['deleteEvaluation', 'DELETE', `${evaluations}/first`, {}, 204],
    ['rateMessage', 'POST', '/projects/swept/agents/desk/messages/none/feedback', send({ rating: 'up' }), 404],
    ['rateMessage', 'POST', '/projects/swept/agents/desk/messages/none/feedback', send({ rating: 'fine' }), 400],
  ];
