import {
  Button,
  FileButton,
  Group,
  NumberInput,
  SegmentedControl,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { useFaults } from '../shared/faults.ts';
import { words } from '../words/skills.ts';
import { HeaderList } from './header-list.tsx';
import { type HttpParams, operationsIn } from './http-params.ts';
import { RequestCard } from './request-card.tsx';

interface Props {
  params: HttpParams;
  onChange: (params: HttpParams) => void;
}

const firstRequest = { name: 'ask', method: 'GET', path: '/' };

/** An HTTP service: where it is, what may be asked of it, and its key. */
export function HttpFields({ params, onChange }: Props) {
  const faults = useFaults();
  const [way, setWay] = useState<string>(params.openapi === undefined ? 'requests' : 'openapi');
  const set = (next: Partial<HttpParams>) => onChange({ ...params, ...next });
  const choose = (next: string) => {
    setWay(next);
    const { requests: _, openapi: __, operations: ___, ...others } = params;
    onChange(next === 'requests' ? { ...others, requests: [firstRequest] } : { ...others, openapi: '' });
  };
  return (
    <Stack>
      <TextInput
        label={words.baseUrl}
        description={words.baseUrlHint}
        placeholder="https://api.example.com"
        required={way === 'requests'}
        type="url"
        error={faults.at('/params/base_url')}
        value={params.base_url ?? ''}
        onChange={(event) => set({ base_url: event.currentTarget.value || undefined } as HttpParams)}
      />
      <HeaderList headers={params.headers ?? {}} onChange={(headers) => set({ headers })} />
      <SegmentedControl
        aria-label={words.way}
        value={way}
        onChange={choose}
        data={Object.entries(words.ways).map(([value, label]) => ({ value, label }))}
      />
      {way === 'requests' ? <Requests params={params} set={set} /> : <Operations params={params} set={set} />}
      <Group grow>
        <NumberInput
          label={words.timeout}
          min={0.1}
          max={60}
          placeholder="15"
          error={faults.at('/params/timeout_ms')}
          value={params.timeout_ms === undefined ? '' : params.timeout_ms / 1000}
          onChange={(value) => set({ timeout_ms: value === '' ? undefined : Number(value) * 1000 } as HttpParams)}
        />
        <NumberInput
          label={words.mostBytes}
          min={1000}
          max={4_000_000}
          thousandSeparator
          placeholder="200,000"
          error={faults.at('/params/max_bytes')}
          value={params.max_bytes ?? ''}
          onChange={(value) => set({ max_bytes: value === '' ? undefined : Number(value) } as HttpParams)}
        />
      </Group>
    </Stack>
  );
}

interface PartProps {
  params: HttpParams;
  set: (next: Partial<HttpParams>) => void;
}

function Requests({ params: { requests = [] }, set }: PartProps) {
  return (
    <>
      {requests.map((request, index) => (
        <RequestCard
          // biome-ignore lint/suspicious/noArrayIndexKey: a request has no other key while its name is typed
          key={index}
          place={`/params/requests/${index}`}
          request={request}
          onChange={(next) => set({ requests: requests.map((old, place) => (place === index ? next : old)) })}
          onRemove={
            requests.length > 1 ? () => set({ requests: requests.filter((_, place) => place !== index) }) : undefined
          }
        />
      ))}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={14} />}
          onClick={() => set({ requests: [...requests, { ...firstRequest, name: `ask_${requests.length + 1}` }] })}
        >
          {words.addRequest}
        </Button>
      </div>
    </>
  );
}

function Operations({ params: { openapi = '', operations = [] }, set }: PartProps) {
  const faults = useFaults();
  const text = typeof openapi === 'string' ? openapi : JSON.stringify(openapi, null, 2);
  return (
    <>
      <Textarea
        label={words.document}
        description={words.documentHint}
        required
        rows={8}
        ff="monospace"
        error={faults.at('/params/openapi')}
        value={text}
        onChange={(event) => set({ openapi: event.currentTarget.value })}
      />
      <FileButton accept=".json,.yaml,.yml" onChange={async (file) => file && set({ openapi: await file.text() })}>
        {(props) => (
          <Button {...props} variant="default" size="xs" w="fit-content" leftSection={<Upload size={14} />}>
            {words.chooseDocument}
          </Button>
        )}
      </FileButton>
      <TagsInput
        label={words.operations}
        description={words.operationsHint}
        data={operationsIn(text)}
        error={faults.at('/params/operations')}
        value={operations}
        onChange={(next) => set({ operations: next.length > 0 ? next : undefined } as HttpParams)}
      />
    </>
  );
}
