import type { Answer, Field, Measure } from '../algebra.ts';

/** The columns of an answer by what it does with them. */
interface Uses {
  show?: Field;
  beside?: Field;
  figure?: Field;
  group?: Field;
  /** What is told besides. */
  more?: readonly Field[];
}

export function usesOf(answer: Answer): Uses {
  switch (answer.kind) {
    case 'values':
      return { show: answer.field, beside: answer.beside?.[0], more: answer.beside?.slice(1) };
    case 'distinct':
      return { show: answer.field };
    case 'figure':
      return { figure: answer.field };
    case 'figures': {
      const [figure, ...more] = answer.measures.flatMap((one) => (one.of === 'field' ? [one.field] : []));
      return { figure, more };
    }
    case 'difference':
      return { figure: answer.measure.of === 'field' ? answer.measure.field : undefined, more: [answer.first.field] };
    case 'share':
      return { more: [answer.of.field], figure: answer.summed };
    case 'groups':
    case 'top':
    case 'having':
      return {
        group: answer.by,
        figure: figureOf(answer.measure),
        more: [...countedBy(answer.measure), ...moreOf(answer)],
        beside: answer.kind === 'groups' ? answer.and : answer.kind === 'top' ? answer.each : undefined,
      };
    default:
      return {};
  }
}

function moreOf(answer: Answer): Field[] {
  const more = answer.kind === 'groups' ? (answer.more ?? []) : [];
  return more.flatMap((one) => (one.of === 'field' ? [one.field] : []));
}

function figureOf(measure: Measure): Field | undefined {
  if (measure.of === 'share') return measure.summed;
  return measure.of === 'field' ? measure.field : undefined;
}

function countedBy(measure: Measure): Field[] {
  if (measure.of === 'distinct') return [measure.field];
  return measure.of === 'share' && measure.condition ? [measure.condition.field] : [];
}
