import { Type } from 'typebox';
import type { App } from '../../../http/reply/app.ts';
import { bodyFaults, keyFaults, problems, timestamp } from '../../../http/reply/schemas.ts';
import { contextOf } from '../../../http/request/caller.ts';
import { addressOf } from '../../../http/resource/address.ts';
import type { ModelServices } from '../context.ts';
import { modelPath, modelRecord } from '../schemas.ts';
import { getChallenger, settleChallenger } from './challenger.ts';

const path = '/api/projects/:projectName/models/:modelName/challenger';
const missing = ['project_not_found', 'model_not_found', 'version_not_found'] as const;
const orNull = <Shape extends Parameters<typeof Type.Union>[0][number]>(shape: Shape) =>
  Type.Union([shape, Type.Null()]);

const compared = Type.Object(
  {
    loss: Type.Enum(['log_loss', 'mae']),
    rows: Type.Integer({ description: 'The newest rows, which neither learned from.' }),
    champion: Type.Number(),
    challenger: Type.Number({ description: 'Of a training like that of the challenger, without these rows.' }),
    gain: Type.Number({ description: 'Above 0 the challenger is better.' }),
    standard_error: Type.Number(),
    is_seen: Type.Boolean({
      description: 'Whether the champion may have learned from these rows: there are no newer.',
    }),
  },
  { title: 'VersionsCompared' },
);

const challenger = Type.Object(
  {
    model: Type.String(),
    champion: orNull(modelRecord),
    challenger: orNull(modelRecord),
    decision: orNull(Type.Enum(['waiting', 'activated', 'kept_champion', 'rejected'])),
    reason: orNull(Type.String()),
    compared: orNull(compared),
    decided_at: orNull(timestamp),
  },
  { title: 'Challenger' },
);

/** What the document says of an operation. */
interface Told {
  summary: string;
  description: string;
}

/** Adds the routes of retrained versions beside the one that answers. */
export function addChallengerRoutes(app: App, services: ModelServices): void {
  app.get(
    path,
    {
      schema: {
        tags: ['Models'],
        operationId: 'getChallenger',
        summary: 'Compare the last retrained version with the one that answered',
        description:
          'Present where the model, or the retraining, has a `policy`. `PUT {"active_version": …}` goes back to the former one.',
        params: modelPath,
        response: { 200: challenger, ...problems(...missing) },
      },
      config: { action: 'models.list_versions' },
    },
    async (request) => getChallenger(contextOf(request, services), addressOf(request.params)),
  );
  addVerdict(app, services, 'accept', {
    summary: 'Let a waiting version answer',
    description: 'The version that answered stays, and `PUT {"active_version": …}` goes back to it.',
  });
  addVerdict(app, services, 'reject', {
    summary: 'Keep the version that answers',
    description: 'The retrained version stays, and can still be made active by its number.',
  });
}

function addVerdict(
  app: App,
  services: ModelServices,
  verdict: 'accept' | 'reject',
  { summary, description }: Told,
): void {
  app.post(
    `${path}/${verdict}`,
    {
      schema: {
        tags: ['Models'],
        operationId: `${verdict}Challenger`,
        summary,
        description,
        params: modelPath,
        response: { 200: challenger, ...problems(...keyFaults, ...bodyFaults, ...missing, 'wrong_state') },
      },
      config: { action: 'models.update', idempotent: true, emptyBody: true },
    },
    async (request) => settleChallenger(contextOf(request, services), addressOf(request.params), verdict),
  );
}
