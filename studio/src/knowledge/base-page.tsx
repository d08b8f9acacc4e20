import { Grid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { sibyl } from '../shared/client.ts';
import { Page, Section } from '../shared/page.tsx';
import { RemoveButton } from '../shared/remove-button.tsx';
import { UsedBy } from '../shared/used-by.tsx';
import { words } from '../words/knowledge.ts';
import { Documents } from './documents.tsx';
import { PassageSearch } from './passage-search.tsx';

const route = getRouteApi('/p/$project/knowledge/$base');

export function BasePage() {
  const { project, base: name } = route.useParams();
  const navigate = route.useNavigate();
  const base = useQuery(sibyl.query('getKnowledgeBase', { path: { projectName: project, baseName: name } }));
  const remove = (
    <RemoveButton
      to="knowledge_bases.delete"
      name={name}
      loss={words.loss}
      trash
      work={() => sibyl.project(project).knowledgeBase(name).delete()}
      changes={['listKnowledgeBases']}
      onDone={() => navigate({ to: '/p/$project/knowledge', params: { project } })}
    >
      <UsedBy asked={sibyl.query('getKnowledgeBaseUses', { path: { projectName: project, baseName: name } })} />
    </RemoveButton>
  );
  return (
    <Page title={name} lead={base.data?.description} actions={!base.error && remove}>
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Section title={words.search}>
            <PassageSearch project={project} base={name} />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Section title={words.documents}>
            <Documents project={project} base={name} />
          </Section>
        </Grid.Col>
      </Grid>
    </Page>
  );
}
