import type { Field } from '../columns/fields.ts';
import { extendFrame, type Frame, type TargetEncoderPlan } from '../encoding/frame.ts';
import { planStatistics } from '../encoding/statistics.ts';
import type { Monitor } from '../monitor.ts';
import type { RowSplit } from '../splits/folds.ts';
import { fitTextColumn } from '../text/fit-text.ts';
import type { ValidationPlan } from '../validation/plan-validation.ts';

/** Adds to a frame what is encoded by the target: statistics of categories, and texts out of fold. */
export function encodeByTarget(
  bare: Frame,
  { together, textSplits }: ValidationPlan,
  deadline: number,
  monitor: Monitor,
): Promise<Frame> {
  const targetEncoders = planTargetEncoders(bare.fields, bare.labels.classCount, together);
  return addTexts({ ...bare, targetEncoders }, textSplits, deadline, monitor);
}

function planTargetEncoders(fields: readonly Field[], classCount: number, group: Int32Array): TargetEncoderPlan[] {
  return fields.flatMap((field, input) => {
    const isCategory = field.type === 'text' && field.profile.kind === 'category';
    return (isCategory && planStatistics(field, input, classCount, group)) || [];
  });
}

async function addTexts(
  frame: Frame,
  rowSplits: readonly RowSplit[],
  deadline: number,
  monitor: Monitor,
): Promise<Frame> {
  let extended = frame;
  const texts = [...frame.fields.entries()].flatMap(([input, field]) =>
    field.type === 'text' && field.profile.kind !== 'category' ? [{ input, field }] : [],
  );
  for (const [place, { input, field }] of texts.entries()) {
    await monitor.report('reading texts', 0.01);
    const now = performance.now();
    const { encoder, columns } = await fitTextColumn(field, input, frame.labels, rowSplits, {
      deadline: now + (deadline - now) / (texts.length - place),
      pause: monitor.pause,
    });
    extended = extendFrame(extended, input, encoder, columns);
  }
  return extended;
}
