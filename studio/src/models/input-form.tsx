import {
  ActionIcon,
  Autocomplete,
  Button,
  Group,
  NativeSelect,
  NumberInput,
  Select,
  Slider,
  Stack,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { ChevronDown, Search, X } from 'lucide-react';
import { useState } from 'react';
import { figure } from '../shared/format.ts';
import { words } from '../words/models.ts';
import { words as shared } from '../words/shared.ts';
import type { Input } from './described.ts';
import { areDays, areWhole, isMoment, type TriedRow } from './tried-row.ts';

interface Props {
  inputs: Input[];
  /** The columns, the most important first. */
  order: string[];
  row: TriedRow;
  onChange: (row: TriedRow) => void;
  /** What is said above it. */
  lead: string;
}

/** A field for each input; an empty one is unknown. */
export function InputForm({ inputs, order, row, onChange, lead }: Props) {
  const [find, setFind] = useState('');
  const [sort, setSort] = useState<keyof typeof words.sorts>('important');
  const [isWhole, setWhole] = useState(false);
  const isLong = inputs.length > fewInputs;
  const found = sorted(inputs, sort, order).filter(({ column }) => column.toLowerCase().includes(find.toLowerCase()));
  const shown = isLong && !isWhole && find === '' ? found.slice(0, fewInputs) : found;
  const set = (column: string) => (value: string | number | undefined) => {
    const { [column]: _, ...rest } = row;
    onChange(value === undefined || value === '' ? rest : { ...rest, [column]: value });
  };
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {lead}
      </Text>
      {isLong && (
        <Group gap="xs" align="flex-end">
          <TextInput
            aria-label={shared.filter}
            placeholder={shared.filter}
            leftSection={<Search size={16} />}
            className="grow"
            value={find}
            onChange={(event) => setFind(event.currentTarget.value)}
          />
          <NativeSelect
            aria-label={words.sortInputs}
            data={Object.entries(words.sorts).map(([value, label]) => ({ value, label }))}
            value={sort}
            onChange={(event) => setSort(event.currentTarget.value as keyof typeof words.sorts)}
          />
        </Group>
      )}
      {shown.map((input) => (
        <Field key={input.column} input={input} value={row[input.column]} onChange={set(input.column)} />
      ))}
      {shown.length < found.length && (
        <Button variant="default" onClick={() => setWhole(true)}>
          {shared.moreOf(shown.length, found.length)}
        </Button>
      )}
    </Stack>
  );
}

/** More are hard to take in on one page. */
const fewInputs = 16;

function sorted(inputs: Input[], sort: keyof typeof words.sorts, order: string[]): Input[] {
  if (sort === 'table') return inputs;
  if (sort === 'name') return inputs.toSorted((one, other) => one.column.localeCompare(other.column));
  const ranks = new Map(order.map((column, rank) => [column, rank]));
  const rank = ({ column }: Input) => ranks.get(column) ?? order.length;
  return inputs.toSorted((one, other) => rank(one) - rank(other));
}

interface FieldProps {
  input: Input;
  value: string | number | undefined;
  onChange: (value: string | number | undefined) => void;
}

function Field({ input, value, onChange }: FieldProps) {
  const { column, min, max, values } = input;
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <div className="grow">
        {typeof min === 'number' && typeof max === 'number' ? (
          <NumberField name={column} min={min} max={max} value={value} onChange={onChange} />
        ) : isMoment(min) && isMoment(max) ? (
          <MomentField name={column} min={min} max={max} value={value} onChange={onChange} />
        ) : input.type === 'boolean' && values ? (
          <Choice name={column} values={values} value={value} onChange={onChange} />
        ) : values && values.length > 0 ? (
          <Autocomplete
            label={column}
            placeholder={words.notKnown}
            data={values.slice(0, 500)}
            limit={50}
            rightSection={<ChevronDown size={16} aria-hidden />}
            rightSectionPointerEvents="none"
            value={value === undefined ? '' : String(value)}
            onChange={onChange}
            description={isUnseen(values, value) ? words.unseen : undefined}
          />
        ) : (
          <TextInput
            label={column}
            placeholder={words.notKnown}
            value={value ?? ''}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </div>
      <Tooltip label={words.clear(column)}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={words.clear(column)}
          disabled={value === undefined}
          onClick={() => onChange(undefined)}
        >
          <X size={16} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

/** Two values; the words are those of the table, or yes and no for what has none. */
function Choice({
  name,
  values,
  value,
  onChange,
}: Pick<FieldProps, 'value' | 'onChange'> & { name: string; values: string[] }) {
  const given = value === undefined ? null : String(value);
  return (
    <Select
      label={name}
      placeholder={words.notKnown}
      data={[...new Set(given === null ? values : [...values, given])].map((one) => ({
        value: one,
        label: words.booleans[one] ?? one,
      }))}
      value={given}
      onChange={(next) => onChange(next ?? undefined)}
      clearable={false}
    />
  );
}

interface MomentProps extends Omit<FieldProps, 'input'> {
  name: string;
  min: string;
  max: string;
}

function MomentField({ name, min, max, value = '', onChange }: MomentProps) {
  const isDay = areDays(min, max);
  const text = String(value);
  const isOutside = isMoment(text) && (Date.parse(text) < Date.parse(min) || Date.parse(text) > Date.parse(max));
  return (
    <TextInput
      label={name}
      type={isDay ? 'date' : 'text'}
      placeholder={words.notKnown}
      value={isDay ? text.slice(0, 10) : text}
      description={isOutside ? words.outside(min.slice(0, 10), max.slice(0, 10)) : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function isUnseen(values: string[], value: unknown): boolean {
  return value !== undefined && !values.includes(String(value));
}

function NumberField({
  name,
  min,
  max,
  value,
  onChange,
}: {
  name: string;
  min: number;
  max: number;
  value: string | number | undefined;
  onChange: FieldProps['onChange'];
}) {
  const step = areWhole(min, max) ? 1 : Number(((max - min) / 200).toPrecision(1)) || 1;
  const number = typeof value === 'number' ? value : undefined;
  const isOutside = number !== undefined && (number < min || number > max);
  return (
    <>
      <NumberInput
        label={name}
        placeholder={words.notKnown}
        value={value ?? ''}
        step={step}
        onChange={(next) => onChange(next === '' ? undefined : next)}
        description={isOutside ? words.outside(figure(min), figure(max)) : undefined}
      />
      <Slider
        mt={6}
        size="sm"
        label={null}
        thumbLabel={name}
        min={min}
        max={max}
        step={step}
        value={Math.min(max, Math.max(min, number ?? (min + max) / 2))}
        onChange={onChange}
        color={number === undefined ? 'gray' : undefined}
      />
    </>
  );
}
