import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { InputFault } from '../../../errors.ts';

/** What a caller says of a file of another library. */
export interface ForeignNames {
  target?: string;
  /** Separated by commas. */
  features?: string;
  classes?: string;
}

/** A file to be checked. Paths are local. */
export interface ImportOrder {
  path: string;
  names: ForeignNames;
  /** Where the model is written; must not exist. */
  outputPath: string;
}

/** Why a file is not taken, as its sender is told; a fault of a field, or of the file itself. */
export type Refusal = { fault: InputFault } | { unreadable: string };

export type ImportReply = ({ description: ModelDescription } | { refused: Refusal } | { broken: string }) & {
  processBytes: number;
};
