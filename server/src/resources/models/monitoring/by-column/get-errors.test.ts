import { expect, it } from 'vitest';
import { describeLongOnPostgres } from '../../../../../test/databases.ts';
import { drawRow, inputsOf, trainRent } from '../../../../../test/watched-rent.ts';

describeLongOnPostgres('errors of a watched model by column', (suite) => {
  const rent = trainRent(suite, { exclude: ['city'] });

  it('says in which rows it errs more', async () => {
    const small = 80;
    await rent.at('2026-01-20T10:00:00Z');
    const later = Array.from({ length: 200 }, (_, index) => ({ ...drawRow(), __service_row_id: `u${index}` }));
    await rent.predict(later.map(({ price: _, ...asked }) => asked));
    const costs = ({ size, price }: { size: number; price: number }) => price + (size < small ? 900 : 0);
    const told = later.map((row, index) =>
      index < 150 ? { id: row.__service_row_id, price: costs(row) } : { ...inputsOf(row), price: costs(row) },
    );
    expect((await rent.service.call('POST', `${rent.model}/truths`, told)).body.joined).toBe(200);
    const { body: errors } = await rent.service.call('GET', `${rent.model}/monitor/errors`);
    expect(errors).toMatchObject({ metric: 'mae', truths: 200, from: '2026-01-20T00:00:00.000Z' });
    const [{ column, parts }, other] = errors.columns;
    expect([column, other.column]).toEqual(['size', 'city']);
    for (const { up_to, above, is_worse } of parts)
      if ((up_to ?? 140) < small || above > small) expect(is_worse).toBe((up_to ?? 140) < small);
    expect(other.parts.map(({ is_worse }: { is_worse: boolean }) => is_worse)).toEqual([false, false, false]);
  });
});
