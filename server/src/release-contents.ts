import type { Transaction } from './platform/db/transact.ts';
import { abandonEvaluations } from './resources/agents/evaluations/service.ts';
import { stopEvaluations } from './resources/agents/evaluations/stop.ts';
import { releaseChatbots } from './resources/chatbots/service.ts';
import { releaseConnections } from './resources/connections/service.ts';
import { emptyBases, stopEmbeddings } from './resources/knowledge/service.ts';
import { abandonModels } from './resources/models/abandon.ts';
import { dropJobFiles } from './resources/models/leave-cluster.ts';
import { stopModels } from './resources/models/stop-models.ts';
import type { ProjectEnd } from './resources/projects/delete.ts';
import { tableFilesOf } from './resources/tables/service.ts';
import type { Services } from './services.ts';

/**
 * Returns what ends with a project, resource by resource. Projects are the lowest resource and know no other.
 */
export function projectEndOf(services: Services): ProjectEnd {
  return {
    emptyContents: (projectId) => emptyBases(services, projectId),
    async releaseContents(transaction, projectId) {
      await abandonEvaluations(services, transaction, { project_id: projectId });
      await stopEmbeddings(services, transaction, { project_id: projectId });
      const models = await abandonModels(services, transaction, projectId);
      return {
        files: [...models.files, ...(await tableFilesOf(transaction, projectId))],
        stops: [
          ...(await stopsOf(services, transaction, projectId)),
          () => dropJobFiles(services, models.jobsOnClusters),
        ],
      };
    },
    async stopContents(transaction, projectId) {
      await stopEvaluations(services, transaction, { project_id: projectId });
      await stopEmbeddings(services, transaction, { project_id: projectId });
      const jobsOnClusters = await stopModels(services, transaction, { project_id: projectId });
      return [...(await stopsOf(services, transaction, projectId)), () => dropJobFiles(services, jobsOnClusters)];
    },
  };
}

async function stopsOf(services: Services, transaction: Transaction, projectId: string) {
  return [
    await releaseChatbots(services, transaction, projectId),
    await releaseConnections(services, transaction, projectId),
  ];
}
