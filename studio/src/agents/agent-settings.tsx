import {
  Alert,
  Button,
  Grid,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  SimpleGrid,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { Agent, Skill } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { useFaults } from '../shared/faults.ts';
import { Form } from '../shared/form.tsx';
import { May } from '../shared/may.tsx';
import { Opened, useSave } from '../shared/opened.tsx';
import { Section } from '../shared/page.tsx';
import { UnsavedGuard } from '../shared/unsaved-guard.tsx';
import { words } from '../words/agents.ts';
import { bodyOf, formOf, isElsewhere, type Settings } from './agent-form.ts';
import { Chat } from './chat.tsx';
import { SkillTrials } from './skill-trials.tsx';

export function AgentSettings({ agent }: { agent: Agent }) {
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Opened record={agent} part={formOf}>
          {(opened) => <SettingsForm agent={opened} />}
        </Opened>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Section title={words.tryBeside}>
          <Chat agent={agent} />
        </Section>
      </Grid.Col>
    </Grid>
  );
}

function SettingsForm({ agent }: { agent: Agent }) {
  const handle = sibyl.project(agent.project).agent(agent.name);
  const [form, setForm] = useState(() => formOf(agent));
  const skills = useQuery(sibyl.query('listSkills', { path: { projectName: agent.project } }));
  const save = useSave(agent, {
    part: formOf,
    read: () => handle.get(),
    write: () => handle.update(bodyOf(form)),
    done: words.saved,
    changes: ['getAgent', 'listAgents', 'listAgentVersions'],
  });
  const test = useAction(() => handle.test(), {
    done: ({ milliseconds, skills: tried }) => {
      const fault = tried.find(({ error }) => error);
      return fault?.error ? words.testFault(fault.skill, fault.error.detail) : words.tested(milliseconds);
    },
  });
  const set = (next: Partial<Settings>) => setForm((old) => ({ ...old, ...next }));
  return (
    <Form
      to="agents.update"
      action={save}
      submit={words.save}
      aside={
        <May to="agents.test">
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {words.test}
          </Button>
        </May>
      }
    >
      <UnsavedGuard isChanged={JSON.stringify(form) !== JSON.stringify(formOf(agent))} />
      <TextInput
        label={words.description}
        value={form.description}
        error={save.faults.at('/description')}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <MultiSelect
        label={words.pickSkills}
        data={skills.data?.map(({ name }) => name) ?? form.skills}
        value={form.skills}
        error={save.faults.at('/skills')}
        onChange={(next) => set({ skills: next })}
        searchable
      />
      <UnusableSkills form={form} skills={skills.data ?? []} />
      <SkillTrials project={agent.project} names={form.skills} />
      <Textarea
        label={words.instructions}
        description={words.instructionsHint}
        autosize
        minRows={3}
        value={form.prompt_template}
        error={save.faults.at('/prompt_template')}
        onChange={(event) => set({ prompt_template: event.currentTarget.value })}
      />
      <ModelFields form={form} set={set} isKeySet={agent.model.api_key_set} />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NumberInput
          label={words.temperature}
          min={0}
          max={2}
          step={0.1}
          value={form.temperature}
          error={save.faults.at('/params/temperature')}
          onChange={(temperature) => set({ temperature })}
        />
        <NumberInput
          label={words.maxSteps}
          min={1}
          max={50}
          value={form.max_steps}
          error={save.faults.at('/params/max_steps')}
          onChange={(max_steps) => set({ max_steps })}
        />
        <TextInput
          label={words.language}
          value={form.language}
          error={save.faults.at('/params/language')}
          onChange={(event) => set({ language: event.currentTarget.value })}
        />
      </SimpleGrid>
      {form.provider !== 'builtin' && <TrustFields form={form} set={set} />}
      <Switch
        label={words.published}
        description={words.publishedHint}
        checked={form.published}
        onChange={(event) => set({ published: event.currentTarget.checked })}
      />
    </Form>
  );
}

/** What happens to answers that were not looked up, and when the rules answer instead. */
function TrustFields({ form, set }: { form: Settings; set: (next: Partial<Settings>) => void }) {
  const options = (labels: Record<string, string>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label }));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <Select
        label={words.grounding}
        data={options(words.groundings)}
        allowDeselect={false}
        value={form.grounding}
        onChange={(grounding) => set({ grounding: grounding ?? '' })}
      />
      <Select
        label={words.builtinUse}
        data={options(words.builtinUses)}
        allowDeselect={false}
        value={form.builtin}
        onChange={(builtin) => set({ builtin: builtin ?? '' })}
      />
    </SimpleGrid>
  );
}

/** Answers by rules use tables, models and documents only. */
function UnusableSkills({ form, skills }: { form: Settings; skills: readonly Skill[] }) {
  if (form.provider !== 'builtin') return null;
  const names = skills.filter(({ name, type }) => form.skills.includes(name) && needModel.has(type));
  if (names.length === 0) return null;
  return (
    <Alert color="yellow" icon={<Info size={18} />}>
      {words.needModel(names.map(({ name }) => name))}
    </Alert>
  );
}

const needModel: ReadonlySet<string> = new Set(['http', 'mcp', 'agent']);

function ModelFields({
  form,
  set,
  isKeySet,
}: {
  form: Settings;
  set: (next: Partial<Settings>) => void;
  isKeySet: boolean;
}) {
  const faults = useFaults();
  const providers = Object.entries(words.providers).map(([value, label]) => ({ value, label }));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <Select
        label={words.provider}
        data={providers}
        allowDeselect={false}
        value={form.provider}
        error={faults.at('/model/provider')}
        onChange={(provider) => set({ provider: provider ?? 'builtin', model_name: '' })}
      />
      {form.provider !== 'builtin' && (
        <TextInput
          label={words.modelName}
          description={form.provider === 'llama_cpp' ? words.fileHint : undefined}
          required
          value={form.model_name}
          error={faults.at('/model/model_name')}
          onChange={(event) => set({ model_name: event.currentTarget.value })}
        />
      )}
      {isElsewhere(form.provider) && (
        <>
          <PasswordInput
            label={words.apiKey}
            placeholder={isKeySet ? words.keySet : ''}
            autoComplete="off"
            value={form.api_key}
            error={faults.at('/model/api_key')}
            onChange={(event) => set({ api_key: event.currentTarget.value })}
          />
          <TextInput
            label={words.baseUrl}
            placeholder="https://"
            value={form.base_url}
            error={faults.at('/model/base_url')}
            onChange={(event) => set({ base_url: event.currentTarget.value })}
          />
        </>
      )}
    </SimpleGrid>
  );
}
