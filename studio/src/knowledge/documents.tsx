import { Group, Stack, Text } from '@mantine/core';
import type { Document } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { FileDrop } from '../shared/file-drop.tsx';
import { bytes, count } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { May } from '../shared/may.tsx';
import { ProblemNote } from '../shared/problem.tsx';
import { forget } from '../shared/query-client.ts';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { RemoveButton } from '../shared/remove-button.tsx';
import { tell } from '../shared/tell.ts';
import { words } from '../words/knowledge.ts';
import { words as shared } from '../words/shared.ts';

const changed = ['listDocuments', 'getKnowledgeBase', 'listKnowledgeBases', 'searchKnowledgeBase'];

/** The documents of a knowledge base, and the upload. */
export function Documents({ project, base }: { project: string; base: string }) {
  const [reading, setReading] = useState<string>();
  const [errors, setErrors] = useState<unknown[]>([]);
  const documents = useQuery(sibyl.query('listDocuments', { path: { projectName: project, baseName: base } }));
  const add = async (files: File[]) => {
    setErrors([]);
    for (const file of files) {
      setReading(file.name);
      try {
        const { name, chunk_count } = await sibyl.project(project).knowledgeBase(base).documents.add(file.name, file);
        tell({ message: words.added(name, chunk_count), color: 'teal' });
      } catch (failure) {
        setErrors((old) => [...old, failure]);
      }
    }
    setReading(undefined);
    await forget(...changed);
  };
  return (
    <Stack>
      <May to="documents.create">
        <FileDrop
          icon={FileText}
          title={words.dropTitle}
          lead={words.dropLead}
          label={words.choose}
          multiple
          isBusy={reading !== undefined}
          onFiles={add}
        >
          {reading && <Text role="status">{words.adding(reading)}</Text>}
        </FileDrop>
      </May>
      {errors.map((error) => (
        <ProblemNote key={String(error)} error={error} />
      ))}
      <Loaded query={documents}>
        {(items) =>
          items.length > 0 ? (
            <RecordTable items={items} columns={columnsOf(project, base)} label={words.documents} />
          ) : (
            <Text c="dimmed">{words.noDocuments}</Text>
          )
        }
      </Loaded>
    </Stack>
  );
}

function columnsOf(project: string, base: string): RecordColumn<Document>[] {
  return [
    {
      accessorKey: 'name',
      header: shared.name,
      cell: ({ row }) => <span className="anywhere">{row.original.name}</span>,
    },
    { accessorKey: 'chunk_count', header: words.passages, cell: ({ row }) => count(row.original.chunk_count) },
    { accessorKey: 'byte_size', header: words.size, cell: ({ row }) => bytes(row.original.byte_size) },
    {
      id: 'remove',
      header: shared.actions,
      enableSorting: false,
      cell: ({ row: { original } }) => (
        <Group justify="flex-end">
          <RemoveButton
            to="documents.delete"
            small
            name={original.name}
            loss={words.lossOfDocument}
            work={() => sibyl.project(project).knowledgeBase(base).document(original.name).delete()}
            changes={changed}
          />
        </Group>
      ),
    },
  ];
}
