import { MultiSelect, Select, TextInput } from '@mantine/core';
import type { Key } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { sibyl } from '../shared/client.ts';
import type { Faults } from '../shared/faults.ts';
import { keys as words } from '../words/operate.ts';

/** What a key may do, where, and until when; `end` is a day or empty. */
export interface KeySettings {
  role: string;
  projects: string[];
  end: string;
}

export function settingsOf({ role, projects, expires_at }: Key): KeySettings {
  return { role, projects: projects ?? [], end: expires_at ? dayOf(new Date(expires_at)) : '' };
}

/** No project means all of them, and no day means never. The moment `before` stays unless its day is changed. */
export function keyOf({ role, projects, end }: KeySettings, before: string | null = null) {
  const isKept = before !== null && end === dayOf(new Date(before));
  const chosen = end === '' ? null : new Date(`${end}T23:59:59`).toISOString();
  return { role, projects: projects.length > 0 ? projects : null, expires_at: isKept ? before : chosen };
}

/** The day as clocks here have it. */
function dayOf(moment: Date): string {
  const [month, day] = [moment.getMonth() + 1, moment.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${moment.getFullYear()}-${month}-${day}`;
}

interface Props {
  faults: Faults;
  settings: KeySettings;
  onChange: (settings: KeySettings) => void;
}

export function KeyFields({ faults, settings, onChange }: Props) {
  const projects = useQuery(sibyl.query('listProjects'));
  const known = projects.data?.map(({ name }) => name) ?? [];
  return (
    <>
      <Select
        label={words.role}
        allowDeselect={false}
        error={faults.at('/role')}
        value={settings.role}
        onChange={(role) => onChange({ ...settings, role: role ?? settings.role })}
        data={Object.entries(words.roles).map(([value, label]) => ({ value, label }))}
      />
      <MultiSelect
        label={words.projects}
        placeholder={settings.projects.length === 0 ? words.everyProject : ''}
        data={[...new Set([...known, ...settings.projects])]}
        error={faults.at('/projects')}
        value={settings.projects}
        onChange={(chosen) => onChange({ ...settings, projects: chosen })}
      />
      <TextInput
        type="date"
        label={words.expires}
        description={words.expiresHint}
        error={faults.at('/expires_at')}
        value={settings.end}
        onChange={(event) => onChange({ ...settings, end: event.currentTarget.value })}
      />
    </>
  );
}
