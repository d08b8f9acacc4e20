import type { OperationId } from '@sibyl/sdk';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { HomePage } from './home/home-page.tsx';
import { sibyl } from './shared/client.ts';
import { part } from './shared/part.ts';
import { publicPath } from './shared/place.ts';
import { onSignedOut, queryClient } from './shared/query-client.ts';
import { Frame } from './shell/frame.tsx';
import { LoadingPage } from './shell/loading-page.tsx';
import { NotFound } from './shell/not-found.tsx';
import { PageFailure } from './shell/page-failure.tsx';

/** A part of the address that holds a page's state. */
type Kept<Name extends string> = Partial<Record<Name, string>>;

function keep<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): Kept<Name> =>
    Object.fromEntries(
      names.flatMap((name) => (search[name] == null ? [] : [[name, textOf(search[name])]])),
    ) as Kept<Name>;
}

/** A link that was written by hand has plain JSON where the studio writes it as a text. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Loads a page with the styles that the first page does not need. */
function page<Name extends string>(load: () => Promise<Record<Name, () => React.ReactNode>>, name: Name) {
  return lazyRouteComponent(
    part(async () => (await Promise.all([load(), import('./shell/all-styles.ts')]))[0]),
    name,
  );
}

/** Asks for the page's first data while its files load; the page shows it or its failure. */
function ask(operation: OperationId, path: object): void {
  void queryClient.prefetchQuery(sibyl.query(operation, { path } as never));
}

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });
const under = <Path extends string>(path: Path) => ({ getParentRoute: () => root, path }) as const;

const routes = [
  createRoute({ ...under('/'), component: HomePage }),
  createRoute({
    ...under('/sign-in'),
    component: page(() => import('./keys/sign-in-page.tsx'), 'SignInPage'),
    validateSearch: keep('to'),
  }),
  createRoute({ ...under('/p/$project'), component: HomePage }),
  createRoute({
    ...under('/p/$project/tables'),
    component: page(() => import('./tables/tables-page.tsx'), 'TablesPage'),
    loader: ({ params }) => ask('listTables', { projectName: params.project }),
  }),
  createRoute({
    ...under('/p/$project/tables/$table'),
    component: page(() => import('./tables/table-page.tsx'), 'TablePage'),
    loader: ({ params }) => ask('getTable', { projectName: params.project, tableName: params.table }),
    validateSearch: keep('tab', 'sort'),
  }),
  createRoute({
    ...under('/p/$project/query'),
    component: page(() => import('./queries/query-page.tsx'), 'QueryPage'),
    validateSearch: keep('sql', 'connection'),
  }),
  createRoute({
    ...under('/p/$project/models'),
    component: page(() => import('./models/models-page.tsx'), 'ModelsPage'),
    loader: ({ params }) => ask('listModels', { projectName: params.project }),
  }),
  createRoute({
    ...under('/p/$project/train'),
    component: page(() => import('./models/train-page.tsx'), 'TrainPage'),
    validateSearch: keep('table', 'target', 'sql', 'connection', 'model', 'order_by', 'group_by'),
  }),
  createRoute({
    ...under('/p/$project/models/$model'),
    component: page(() => import('./models/model-page.tsx'), 'ModelPage'),
    loader: ({ params }) => ask('getModel', { projectName: params.project, modelName: params.model }),
    validateSearch: keep('tab', 'row'),
  }),
  createRoute({
    ...under('/p/$project/agents'),
    component: page(() => import('./agents/agents-page.tsx'), 'AgentsPage'),
    loader: ({ params }) => ask('listAgents', { projectName: params.project }),
  }),
  createRoute({
    ...under('/p/$project/agents/$agent'),
    component: page(() => import('./agents/agent-page.tsx'), 'AgentPage'),
    loader: ({ params }) => ask('getAgent', { projectName: params.project, agentName: params.agent }),
    validateSearch: keep('tab', 'conversation', 'evaluation'),
  }),
  createRoute({
    ...under('/p/$project/compare'),
    component: page(() => import('./agents/compare-page.tsx'), 'ComparePage'),
    validateSearch: keep('left', 'right'),
  }),
  createRoute({
    ...under('/p/$project/skills'),
    component: page(() => import('./skills/skills-page.tsx'), 'SkillsPage'),
  }),
  createRoute({
    ...under('/p/$project/skills/$skill'),
    component: page(() => import('./skills/skill-page.tsx'), 'SkillPage'),
  }),
  createRoute({
    ...under('/p/$project/knowledge'),
    component: page(() => import('./knowledge/knowledge-page.tsx'), 'KnowledgePage'),
  }),
  createRoute({
    ...under('/p/$project/knowledge/$base'),
    component: page(() => import('./knowledge/base-page.tsx'), 'BasePage'),
    validateSearch: keep('query'),
  }),
  createRoute({
    ...under('/p/$project/chatbots'),
    component: page(() => import('./chatbots/chatbots-page.tsx'), 'ChatbotsPage'),
  }),
  createRoute({
    ...under('/p/$project/chatbots/$chatbot'),
    component: page(() => import('./chatbots/chatbot-page.tsx'), 'ChatbotPage'),
    validateSearch: keep('tab'),
  }),
  createRoute({
    ...under('/p/$project/connections'),
    component: page(() => import('./connections/connections-page.tsx'), 'ConnectionsPage'),
  }),
  createRoute({
    ...under('/p/$project/events'),
    component: page(() => import('./events/events-page.tsx'), 'EventsPage'),
  }),
  createRoute({
    ...under('/p/$project/webhooks'),
    component: page(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    ...under('/p/$project/webhooks/$webhook'),
    component: page(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
  }),
  createRoute({
    ...under('/p/$project/spending'),
    component: page(() => import('./spending/spending-page.tsx'), 'SpendingPage'),
  }),
  createRoute({ ...under('/p/$project/jobs'), component: page(() => import('./jobs/jobs-page.tsx'), 'JobsPage') }),
  createRoute({
    ...under('/p/$project/limits'),
    component: page(() => import('./limits/limits-page.tsx'), 'LimitsPage'),
  }),
  createRoute({ ...under('/p/$project/trash'), component: page(() => import('./trash/trash-page.tsx'), 'TrashPage') }),
  createRoute({
    ...under('/settings/projects'),
    component: page(() => import('./projects/projects-page.tsx'), 'ProjectsPage'),
  }),
  createRoute({ ...under('/settings/keys'), component: page(() => import('./keys/keys-page.tsx'), 'KeysPage') }),
  createRoute({
    ...under('/settings/audit'),
    component: page(() => import('./audit/audit-page.tsx'), 'AuditPage'),
    validateSearch: keep('actor', 'action', 'outcome'),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: publicPath || '/',
  defaultErrorComponent: PageFailure as never,
  defaultNotFoundComponent: NotFound,
  defaultPendingComponent: LoadingPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

onSignedOut.run = () => {
  const { pathname, href } = router.state.location;
  if (pathname !== '/sign-in') router.navigate({ to: '/sign-in', search: { to: href } });
};

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
