import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { ConfirmButton } from '../shared/confirm-button.tsx';
import { May } from '../shared/may.tsx';
import { jobs as words } from '../words/operate.ts';
import { type Job, projectOf } from './job.ts';

/** Each kind is stopped at its own record. */
async function stop(job: Job): Promise<void> {
  const { kind, name, part, version } = job;
  const project = sibyl.project(projectOf(job));
  if (kind === 'training') await project.model(`${name}.${version}`).cancel();
  else if (kind === 'predictions') await project.model(name).deletePredictions(part ?? '');
  else if (kind === 'evaluation') await project.agent(name).deleteEvaluation(part ?? '');
  else await project.knowledgeBase(name).cancelEmbedding();
}

const takes = {
  training: 'models.cancel',
  predictions: 'predictions.delete',
  evaluation: 'evaluations.delete',
  embedding: 'knowledge_bases.embed',
} as const;

export function CancelJob({ job }: { job: Job }) {
  const cancel = useAction(() => stop(job), {
    done: words.cancelled,
    changes: ['listJobs', 'listModels', 'getModel', 'listPredictions', 'listEvaluations'],
  });
  return (
    <May to={takes[job.kind]}>
      <ConfirmButton
        size="xs"
        label={words.stop[job.kind]}
        loss={words.losses[job.kind]}
        isRunning={cancel.isPending}
        onConfirm={() => cancel.mutate()}
      />
    </May>
  );
}
