import { Button, Group, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { SkillTest } from '../skills/skill-test.tsx';
import { words } from '../words/agents.ts';
import { words as shared } from '../words/shared.ts';

/** Tries a skill where it is picked. */
export function SkillTrials({ project, names }: { project: string; names: readonly string[] }) {
  const skills = useQuery(sibyl.query('listSkills', { path: { projectName: project } }));
  const [tried, setTried] = useState<string>();
  const skill = skills.data?.find(({ name }) => name === tried);
  if (names.length === 0) return null;
  return (
    <Group gap="xs">
      {names.map((name) => (
        <Button key={name} size="compact-xs" variant="light" onClick={() => setTried(name)}>
          {words.trySkill(name)}
        </Button>
      ))}
      <Modal
        opened={skill !== undefined}
        onClose={() => setTried(undefined)}
        title={words.trySkill(tried ?? '')}
        size="lg"
        closeButtonProps={{ 'aria-label': shared.close }}
      >
        {skill && <SkillTest skill={skill} />}
      </Modal>
    </Group>
  );
}
