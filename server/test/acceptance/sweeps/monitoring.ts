/** Requests of the sweep for watched and retrained models: operation, method, path, what is sent, the status promised. */
const json = { 'content-type': 'application/json' };
const rent = '/projects/swept/models/rent';
const none = '/projects/swept/models/none';
const send = (body: unknown) => ({ headers: json, body: JSON.stringify(body) });

export const monitoringSweep: [string, string, string, { headers?: Record<string, string>; body?: string }, number][] =
  [
    ['getModelMonitoring', 'GET', `${rent}/monitor`, {}, 200],
    ['getModelMonitoring', 'GET', `${rent}/monitor?from=never`, {}, 400],
    ['getModelMonitoring', 'GET', `${none}/monitor`, {}, 404],
    ['sendTruths', 'POST', `${rent}/truths`, send([{ id: 'a' }]), 409],
    ['sendTruths', 'POST', `${rent}/truths`, send('a'), 400],
    ['sendTruths', 'POST', `${none}/truths`, send([{ id: 'a' }]), 404],
    ['growModel', 'POST', `${rent}/update`, {}, 409],
    ['growModel', 'POST', `${rent}/update`, send({ from: { rows: [] } }), 400],
    ['growModel', 'POST', `${none}/update`, {}, 404],
    ['getModelErrors', 'GET', `${rent}/monitor/errors`, {}, 200],
    ['getModelErrors', 'GET', `${rent}/monitor/errors?from=never`, {}, 400],
    ['getModelErrors', 'GET', `${none}/monitor/errors`, {}, 404],
    ['getModelSample', 'GET', `${rent}/monitor/sample`, {}, 200],
    ['getModelSample', 'GET', `${rent}/monitor/sample?limit=0`, {}, 400],
    ['getModelSample', 'GET', `${none}/monitor/sample`, {}, 404],
    ['getChallenger', 'GET', `${rent}/challenger`, {}, 200],
    ['getChallenger', 'GET', `${none}/challenger`, {}, 404],
    ['acceptChallenger', 'POST', `${rent}/challenger/accept`, {}, 409],
    ['rejectChallenger', 'POST', `${rent}/challenger/reject`, {}, 409],
    ['getModelReport', 'GET', `${rent}/report`, {}, 200],
    ['getModelReport', 'GET', `${none}/report`, {}, 404],
  ];
