import { ActionIcon, Checkbox, Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { useFaults } from '../shared/faults.ts';
import { words } from '../words/skills.ts';
import { FieldList } from './field-list.tsx';
import {
  bodyOfFields,
  type Field,
  fieldOfParameter,
  fieldsOfBody,
  type HttpRequest,
  methods,
  parameterOfField,
  withPath,
} from './http-params.ts';
import { JsonField } from './json-field.tsx';

interface Props {
  /** Its place in what is sent. */
  place: string;
  request: HttpRequest;
  onChange: (request: HttpRequest) => void;
  onRemove: (() => void) | undefined;
}

/** One request that an agent may send. */
export function RequestCard({ place, request, onChange, onRemove }: Props) {
  const faults = useFaults();
  const { name, description = '', method = 'GET', path, parameters = [] } = request;
  const set = (next: Partial<HttpRequest>) => onChange({ ...request, ...next });
  const setFields = (fields: Field[]) =>
    set({
      parameters: fields.map((field, index) =>
        parameterOfField(field, parameters.find((one) => one.name === field.name) ?? parameters[index]),
      ),
    });
  return (
    <Paper withBorder p="sm">
      <Stack gap="sm">
        <Group gap="xs" align="flex-start">
          <TextInput
            label={words.requestName}
            required
            maxLength={40}
            pattern="[A-Za-z0-9_\-]{1,40}"
            w={150}
            error={faults.at(`${place}/name`)}
            value={name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <NativeSelect
            label={words.method}
            data={methods}
            error={faults.at(`${place}/method`)}
            value={method}
            onChange={(event) => set({ method: event.currentTarget.value })}
          />
          <TextInput
            className="stretch"
            label={words.path}
            description={words.pathHint}
            inputWrapperOrder={['label', 'input', 'description']}
            required
            pattern="/.*"
            error={faults.at(`${place}/path`)}
            value={path}
            onChange={(event) => onChange(withPath(request, event.currentTarget.value))}
          />
          {onRemove && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              mt={24}
              aria-label={words.removeRequest(name)}
              onClick={onRemove}
            >
              <X size={16} />
            </ActionIcon>
          )}
        </Group>
        <TextInput
          label={words.requestMeaning}
          error={faults.at(`${place}/description`)}
          value={description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <FieldList
          label={words.parameters}
          hint={words.parametersHint}
          fields={parameters.map(fieldOfParameter)}
          fixed={new Set(parameters.filter((one) => one.in === 'path').map((one) => one.name))}
          onChange={setFields}
        />
        {method !== 'GET' && <BodyFields body={request.body} onChange={(body) => onChange(withBody(request, body))} />}
      </Stack>
    </Paper>
  );
}

function withBody({ body: _, ...request }: HttpRequest, body: HttpRequest['body']): HttpRequest {
  return body === undefined ? request : { ...request, body };
}

/** The fields of the JSON that is sent; a schema that says more is shown as it is. */
function BodyFields({ body, onChange }: { body: HttpRequest['body']; onChange: (body: HttpRequest['body']) => void }) {
  const fields = body && fieldsOfBody(body);
  return (
    <>
      <Checkbox
        label={words.sendsBody}
        checked={body !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? bodyOfFields([]) : undefined)}
      />
      {fields && (
        <FieldList
          label={words.body}
          hint={words.bodyHint}
          fields={fields}
          onChange={(next) => onChange(bodyOfFields(next))}
        />
      )}
      {body && !fields && (
        <>
          <Text size="sm">{words.bodySchema}</Text>
          <JsonField label={words.bodySchema} value={body} onChange={(next) => onChange(next as HttpRequest['body'])} />
        </>
      )}
    </>
  );
}
