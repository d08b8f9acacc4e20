import { Alert, Grid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { BrokenNote } from '../shared/broken-note.tsx';
import { sibyl } from '../shared/client.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Opened } from '../shared/opened.tsx';
import { Page, Section } from '../shared/page.tsx';
import { RemoveButton } from '../shared/remove-button.tsx';
import { UsedBy } from '../shared/used-by.tsx';
import { words } from '../words/skills.ts';
import { SkillForm, skillParts } from './skill-form.tsx';
import { SkillTest } from './skill-test.tsx';

const route = getRouteApi('/p/$project/skills/$skill');

export function SkillPage() {
  const { project, skill: name } = route.useParams();
  const navigate = route.useNavigate();
  const skill = useQuery(sibyl.query('getSkill', { path: { projectName: project, skillName: name } }));
  const remove = (
    <RemoveButton
      to="skills.delete"
      name={name}
      loss={words.loss}
      trash
      work={() => sibyl.project(project).skill(name).delete({ force: true })}
      changes={['listSkills']}
      onDone={() => navigate({ to: '/p/$project/skills', params: { project }, ignoreBlocker: true })}
    >
      <UsedBy asked={sibyl.query('getSkillUses', { path: { projectName: project, skillName: name } })} />
    </RemoveButton>
  );
  return (
    <Page title={name} lead={skill.data && words.kinds[skill.data.type]} actions={!skill.error && remove}>
      <Loaded query={skill}>
        {(record) => (
          <>
            <BrokenNote project={project} broken={record.broken} />
            {record.warnings.length > 0 && (
              <Alert color="yellow" title={words.doesNotFit}>
                {record.warnings.map(({ pointer, detail }) => (
                  <Text key={pointer} size="sm">
                    {detail}
                  </Text>
                ))}
              </Alert>
            )}
            <Grid gap="xl">
              <Grid.Col span={{ base: 12, lg: 6 }}>
                <Opened record={record} part={skillParts}>
                  {(opened) => <SkillForm skill={opened} />}
                </Opened>
              </Grid.Col>
              <Grid.Col span={{ base: 12, lg: 6 }}>
                <Section title={words.test}>
                  <SkillTest skill={record} />
                </Section>
              </Grid.Col>
            </Grid>
          </>
        )}
      </Loaded>
    </Page>
  );
}
