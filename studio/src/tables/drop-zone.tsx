import { FileUp } from 'lucide-react';
import { Suspense, useState } from 'react';
import { FileDrop } from '../shared/file-drop.tsx';
import { May } from '../shared/may.tsx';
import { lazyPart } from '../shared/part.ts';
import { words } from '../words/tables.ts';

/** Needs as much code as the first page itself. */
const ImportDialog = lazyPart(
  async () => (await Promise.all([import('./import-dialog.tsx'), import('../shell/all-styles.ts')]))[0],
  'ImportDialog',
);

interface Props {
  project: string;
  title?: string;
  lead?: string;
}

/** Takes files, each of which becomes a table as soon as its reading is right: one after another. */
export function DropZone({ project, title = words.dropTitle, lead = words.dropLead }: Props) {
  const [files, setFiles] = useState<File[]>([]);
  const [file, ...others] = files;
  return (
    <>
      <May to="tables.create">
        <FileDrop onFiles={setFiles} label={words.choose} icon={FileUp} title={title} lead={lead} multiple />
      </May>
      {file && (
        <Suspense fallback={null}>
          <ImportDialog
            key={`${file.name} ${files.length}`}
            project={project}
            file={file}
            others={others.length}
            onClose={() => setFiles(others)}
          />
        </Suspense>
      )}
    </>
  );
}
