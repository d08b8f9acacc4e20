import { createRandom } from '@sibyl/engine/random.ts';

const leaves = 255;
const columns = 10;

/** Writes a model of LightGBM with trees drawn by chance: about 23 kB a tree in the service's own format. */
export function writeLargeModel(trees: number): string {
  const random = createRandom(1);
  const names = Array.from({ length: columns }, (_, column) => `x${column}`);
  const texts = Array.from({ length: trees }, (_, tree) => `Tree=${tree}\n${writeTree(random)}\n`);
  const head = [
    'tree',
    'version=v4',
    'num_class=1',
    'num_tree_per_iteration=1',
    'label_index=0',
    `max_feature_idx=${columns - 1}`,
    'objective=regression',
    `feature_names=${names.join(' ')}`,
    `feature_infos=${names.map(() => '[-4:4]').join(' ')}`,
    `tree_sizes=${texts.map(({ length }) => length).join(' ')}`,
  ];
  return `${head.join('\n')}\n\n${texts.join('\n')}\nend of trees\n`;
}

/** Node `n` has the children `2n + 1` and `2n + 2`; those beyond the last node are leaves. */
function writeTree(random: () => number): string {
  const nodes = Array.from({ length: leaves - 1 }, (_, node) => node);
  const childOf = (place: number) => (place < nodes.length ? place : nodes.length - place - 1);
  const draw = (count: number) => Array.from({ length: count }, () => random() * 2 - 1);
  const lists = {
    split_feature: nodes.map(() => Math.floor(random() * columns)),
    split_gain: nodes.map(() => 1),
    threshold: draw(nodes.length),
    decision_type: nodes.map(() => 2),
    left_child: nodes.map((node) => childOf(2 * node + 1)),
    right_child: nodes.map((node) => childOf(2 * node + 2)),
    leaf_value: draw(leaves),
    leaf_weight: Array.from({ length: leaves }, () => 20),
    leaf_count: Array.from({ length: leaves }, () => 20),
    internal_value: nodes.map(() => 0),
    internal_weight: nodes.map(() => 40),
    internal_count: nodes.map(() => 40),
  };
  const lines = Object.entries(lists).map(([name, values]) => `${name}=${values.join(' ')}`);
  return [`num_leaves=${leaves}`, 'num_cat=0', ...lines, 'is_linear=0', 'shrinkage=1', ''].join('\n');
}

/** A row for the model, other values for each `index`. */
export function rowOfLargeModel(index: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: columns }, (_, column) => [`x${column}`, Math.sin(index + column)]));
}
