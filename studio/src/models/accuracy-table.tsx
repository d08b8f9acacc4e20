import { Table } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { figure } from '../shared/format.ts';
import { Section } from '../shared/page.tsx';
import { Scroll } from '../shared/scroll.tsx';
import { Term } from '../shared/term.tsx';
import { words } from '../words/models.ts';
import { useUnit, withUnit } from './unit.ts';

/** Each figure beside that of a guess without inputs. */
export function AccuracyTable({ model }: { model: Model }) {
  const accuracies = (model.accuracies ?? {}) as Record<string, number>;
  const baseline = (model.baseline ?? {}) as Record<string, number>;
  const errors = (model.standard_errors ?? {}) as Record<string, number>;
  const unit = useUnit(model);
  const told = (name: string, text: string, error: number | undefined, value: number) =>
    withUnit(isSeen(error, value) ? `${text} ${words.plusMinus(error)}` : text, unit, name);
  return (
    <Section title={words.figures}>
      <Scroll label={words.figures}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              <Table.Th ta="end">{words.thisModel}</Table.Th>
              <Table.Th ta="end">{words.baseline}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {Object.entries(accuracies).map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Td>
                  <Term>{words.figureOf[name] ?? name.replaceAll('_', ' ')}</Term>
                </Table.Td>
                <Table.Td className="number">{told(name, figure(value), errors[name], value)}</Table.Td>
                <Table.Td className="number">
                  {withUnit(figure(nearZero(baseline[name])), baseline[name] === undefined ? undefined : unit, name)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scroll>
    </Section>
  );
}

/** An error far below the digits of its figure is one of rounding. */
function isSeen(error: number | undefined, value: number): error is number {
  return error !== undefined && error > Math.abs(value) * 1e-9;
}

/** A guess of the mean explains nothing, except for rounding. */
function nearZero(value: number | undefined): number | undefined {
  return value !== undefined && Math.abs(value) < 1e-3 ? 0 : value;
}
