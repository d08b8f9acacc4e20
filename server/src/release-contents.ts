import { abandonEvaluations } from './resources/agents/evaluations/service.ts';
import { releaseChatbots } from './resources/chatbots/service.ts';
import { releaseConnections } from './resources/connections/service.ts';
import { abandonEmbeddings } from './resources/knowledge/service.ts';
import { abandonModels } from './resources/models/abandon.ts';
import { dropJobFiles } from './resources/models/leave-cluster.ts';
import type { ReleaseContents } from './resources/projects/delete.ts';
import { tableFilesOf } from './resources/tables/service.ts';
import type { Services } from './services.ts';

/**
 * Returns what must be released when a project is deleted, resource by resource. Projects are the lowest resource and
 * know no other.
 */
export function releaseContentsOf(services: Services): ReleaseContents {
  return async (transaction, projectId) => {
    await abandonEvaluations(services, transaction, { project_id: projectId });
    await abandonEmbeddings(services, transaction, projectId);
    const models = await abandonModels(services, transaction, projectId);
    const stopChatbots = await releaseChatbots(services, transaction, projectId);
    const closeConnections = await releaseConnections(services, transaction, projectId);
    const forgetModels = async () => services.models.forget();
    const leaveClusters = () => dropJobFiles(services, models.jobsOnClusters);
    return {
      files: [...models.files, ...(await tableFilesOf(transaction, projectId))],
      stops: [forgetModels, stopChatbots, closeConnections, leaveClusters],
    };
  };
}
