import { Grid } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { Loaded } from '../shared/loaded.tsx';
import { Section } from '../shared/page.tsx';
import { words } from '../words/models.ts';
import { Answer } from './answer.tsx';
import { useDescribed } from './described.ts';
import { ForecastPanel } from './forecast-panel.tsx';
import { InputForm } from './input-form.tsx';
import { useTriedRow } from './tried-row.ts';

/** Changes values and shows the new prediction. */
export function TryPanel({ model }: { model: Model }) {
  return model.task === 'forecast' ? <ForecastPanel model={model} /> : <TryRow model={model} />;
}

function TryRow({ model }: { model: Model }) {
  const inputs = useDescribed(model, 'data');
  const importances = useDescribed(model, 'importances');
  const { row, setRow } = useTriedRow(model, inputs.data);
  const lead = model.task === 'regression' ? words.inputsLead : words.inputsLeadOfClasses;
  const order = importances.data?.map(({ column }) => column) ?? [];
  return (
    <Loaded query={inputs}>
      {(columns) => (
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, md: 5 }} order={{ base: 2, md: 1 }}>
            <Section title={words.inputs}>
              <InputForm inputs={columns} order={order} row={row} onChange={setRow} lead={lead} />
            </Section>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 7 }} order={{ base: 1, md: 2 }} className="try-answer">
            <Answer model={model} row={row} />
          </Grid.Col>
        </Grid>
      )}
    </Loaded>
  );
}
