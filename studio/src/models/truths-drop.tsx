import { Stack } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { BadgeCheck } from 'lucide-react';
import { useAction } from '../shared/action.ts';
import { FileDrop } from '../shared/file-drop.tsx';
import { May } from '../shared/may.tsx';
import { ProblemNote } from '../shared/problem.tsx';
import { words } from '../words/monitoring.ts';
import { sendTruths } from './send-truths.ts';

/** Takes a file of what was true, for the answers of a watched model. */
export function TruthsDrop({ model }: { model: Model }) {
  const send = useAction((file: File) => sendTruths(model, file), {
    done: words.truthsSent,
    isVain: ({ joined }) => joined === 0,
    changes: ['getModelMonitoring', 'getModel', 'listTables'],
    isShownElsewhere: true,
  });
  return (
    <May to="tables.create">
      <Stack>
        <FileDrop
          icon={BadgeCheck}
          label={words.chooseTruths}
          title={words.sendTruths}
          lead={words.sendTruthsLead(model.target, model.monitor?.id_column ?? undefined)}
          isBusy={send.isPending}
          onFiles={([file]) => send.mutate(file)}
        />
        {send.error && <ProblemNote error={send.error} />}
      </Stack>
    </May>
  );
}
