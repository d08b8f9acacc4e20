import {
  Collapse,
  Group,
  Paper,
  SegmentedControl,
  Select,
  SimpleGrid,
  Switch,
  Text,
  Textarea,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Model, ModelOptions, Table } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ChevronDown, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useFormAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { Form } from '../shared/form.tsx';
import { forecastOptions, isTime } from '../tables/forecastable.ts';
import { nameFor } from '../tables/upload.ts';
import { words } from '../words/models.ts';
import { words as shared } from '../words/shared.ts';
import { ForecastHint } from './forecast-hint.tsx';
import { TargetHint } from './target-hint.tsx';
import { type TargetColumn, TargetKind } from './target-kind.tsx';
import { TrainOptions } from './train-options.tsx';

const route = getRouteApi('/p/$project/train');

interface Props {
  project: string;
  /** Tables to choose from, or what the query answers. */
  sources: readonly { name: string; columns: readonly TargetColumn[] }[];
  query?: { sql: string; connection?: string };
  /** The model that gets a new version; its options are filled in. */
  former?: Model;
}

/** Chooses table and target; the rest is detected. */
export function TrainForm({ project, sources, query, former }: Props) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const table = sources.find(({ name }) => name === search.table) ?? sources[0];
  const looked = !query && 'row_count' in table ? (table as Table) : undefined;
  const [options, setOptions] = useState<ModelOptions>(() => former?.options ?? asForecast(search, looked));
  const [opened, { toggle, open }] = useDisclosure(
    Object.keys(options).some((name) => !['quality', 'effort', 'task'].includes(name)),
  );
  const [given, setGiven] = useState<string>();
  const [waits, setWaits] = useState(true);
  const mayWait = former && former.active_version !== null && former.policy === null;
  const models = useQuery(sibyl.query('listModels', { path: { projectName: project } }));
  const target = former?.target ?? table.columns.find(({ name }) => name === search.target)?.name ?? '';
  const column = table.columns.find(({ name }) => name === target);
  const taken = new Set(models.data?.map(({ name }) => name));
  const name = former?.name ?? given ?? nameFor(`${table.name}_${target || 'model'}`, taken);
  const choose = (next: object) => {
    // What was said of one target does not hold for another.
    if (!former) setOptions(({ task: _, metric: __, positive_class: ___, ...others }) => others);
    return navigate({
      to: '/p/$project/train',
      params: { project },
      search: { ...query, ...(former ? { model: former.name } : {}), ...next },
      replace: true,
    });
  };
  const train = useFormAction(
    () => {
      const from = query ?? { table: table.name };
      const given = Object.keys(options).length > 0 ? { options } : {};
      return former
        ? sibyl
            .project(project)
            .model(former.name)
            .retrain({ from, options, ...(mayWait && waits ? { policy: 'ask' } : {}) })
        : sibyl.project(project).models.create({ name, target, from, ...given });
    },
    {
      changes: ['listModels', 'getModel', 'listModelVersions'],
      onDone: (record) => navigate({ to: '/p/$project/models/$model', params: { project, model: record.name } }),
    },
  );
  return (
    <Paper withBorder p="lg" maw={760}>
      <Form
        action={train}
        to="models.create"
        submit={former ? words.retrain : words.begin}
        icon={<Sparkles size={16} />}
        isDisabled={!target}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {query ? (
            <Textarea
              label={words.queryOf(query.connection)}
              value={query.sql}
              readOnly
              autosize
              maxRows={8}
              error={train.faults.at('/from')}
            />
          ) : (
            <Select
              label={words.table}
              data={sources.map((one) => one.name)}
              value={table.name}
              error={train.faults.at('/from')}
              allowDeselect={false}
              searchable
              onChange={(next) => choose({ table: next })}
            />
          )}
          <Select
            label={words.column}
            openOnFocus={false}
            data={table.columns.filter(({ name, type }) => name === target || !isTime(type)).map(({ name }) => name)}
            value={target || null}
            error={train.faults.at('/target')}
            required
            disabled={former !== undefined}
            searchable
            onChange={(next) => choose(query ? { target: next } : { table: table.name, target: next })}
          />
        </SimpleGrid>
        <TextInput
          label={words.modelName}
          description={shared.nameRule}
          value={name}
          error={train.faults.at('/name')}
          required
          disabled={former !== undefined}
          maxLength={128}
          onChange={(event) => setGiven(event.currentTarget.value)}
        />
        {column && <TargetKind column={column} options={options} onChange={setOptions} />}
        {looked && target && <TargetHint table={looked} target={target} options={options} onChange={setOptions} />}
        {looked && !former && (
          <ForecastHint
            table={looked}
            target={target}
            options={options}
            onChange={(forecast) => {
              setOptions(forecast);
              open();
            }}
          />
        )}
        <Quality options={options} onChange={setOptions} />
        {mayWait && (
          <Switch
            label={words.waits}
            description={words.waitsHint}
            checked={waits}
            onChange={(event) => setWaits(event.currentTarget.checked)}
          />
        )}
        <UnstyledButton onClick={toggle} aria-expanded={opened} fz="sm" fw={500}>
          <Group gap={4}>
            <ChevronDown size={16} />
            {words.more}
          </Group>
        </UnstyledButton>
        <Collapse expanded={opened || train.faults.areNamed}>
          <TrainOptions columns={table.columns} target={target} options={options} onChange={setOptions} />
        </Collapse>
      </Form>
    </Paper>
  );
}

/** A column that is to be forecast comes with its time, and with its series where there are several. */
function asForecast({ order_by, group_by }: { order_by?: string; group_by?: string }, table?: Table): ModelOptions {
  if (order_by === undefined || table === undefined) return {};
  return forecastOptions(table, order_by, group_by);
}

function Quality({ options, onChange }: { options: ModelOptions; onChange: (options: ModelOptions) => void }) {
  const { effort, quality = effort === 'quick' ? 'fast' : 'balanced', ...others } = options;
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {words.quality}
      </Text>
      <SegmentedControl
        aria-label={words.quality}
        value={quality}
        onChange={(chosen) => onChange({ ...others, quality: chosen as NonNullable<ModelOptions['quality']> })}
        data={Object.entries(words.qualities).map(([value, label]) => ({ value, label }))}
      />
    </div>
  );
}
