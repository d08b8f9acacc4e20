import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { CreateButton } from '../shared/create-button.tsx';
import { words } from '../words/skills.ts';
import { paramsOfAddress } from './http-params.ts';

/** Asks for what a kind cannot be without; the rest is on the page of the skill. */
export function NewSkill({ project }: { project: string }) {
  const navigate = useNavigate();
  const [type, setType] = useState('sql');
  const [chosen, setChosen] = useState<string | null>(null);
  const [address, setAddress] = useState('');
  const lists = useLists(project);
  const list = lists[type];
  const subject = chosen ?? list?.names[0] ?? null;
  const choose = (next: string | null) => {
    setType(next ?? 'sql');
    setChosen(null);
  };
  const params = () => {
    if (type === 'http') return paramsOfAddress(address);
    if (type === 'mcp') return { url: address, tools: [] };
    return list ? list.params(subject) : {};
  };
  return (
    <CreateButton
      to="skills.create"
      label={words.create}
      work={(body) => sibyl.project(project).skills.create({ ...body, type, params: params() } as never)}
      changes={['listSkills']}
      onDone={(skill) => navigate({ to: '/p/$project/skills/$skill', params: { project, skill } })}
    >
      {(faults) => (
        <>
          {' '}
          <Select
            label={words.kind}
            allowDeselect={false}
            error={faults.at('/type')}
            value={type}
            onChange={choose}
            data={Object.entries(words.kinds).map(([value, label]) => ({ value, label }))}
          />
          {list && (
            <Select
              label={list.label}
              required
              searchable
              data={list.names}
              value={subject}
              onChange={setChosen}
              error={list.names.length === 0 ? list.missing : faults.at('/params')}
            />
          )}
          {(type === 'http' || type === 'mcp') && (
            <TextInput
              type="url"
              required
              label={type === 'http' ? words.exampleAddress : words.mcpUrl}
              description={type === 'http' ? words.exampleAddressHint : words.mcpUrlHint}
              placeholder={
                type === 'http' ? 'https://api.example.com/weather?city=Bonn' : 'https://mcp.example.com/mcp'
              }
              error={faults.at('/params')}
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
            />
          )}
        </>
      )}
    </CreateButton>
  );
}

interface List {
  label: string;
  names: string[];
  /** Said when there is nothing to choose. */
  missing: string;
  params: (name: string | null) => object;
}

function useLists(project: string): Partial<Record<string, List>> {
  const path = { projectName: project };
  const namesOf = (records: readonly { name: string }[] = []) => records.map(({ name }) => name);
  const models = namesOf(useQuery(sibyl.query('listModels', { path })).data);
  const bases = namesOf(useQuery(sibyl.query('listKnowledgeBases', { path })).data);
  const agents = namesOf(useQuery(sibyl.query('listAgents', { path })).data);
  return {
    predict: { label: words.models, names: models, missing: words.noModel, params: (name) => ({ models: [name] }) },
    knowledge: {
      label: words.bases,
      names: bases,
      missing: words.noBase,
      params: (name) => ({ knowledge_bases: [name] }),
    },
    agent: { label: words.agent, names: agents, missing: words.noAgent, params: (name) => ({ agent: name }) },
  };
}
