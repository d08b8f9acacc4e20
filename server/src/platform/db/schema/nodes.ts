/** Facts that every node of an installation must find to be its own. */
interface InstallationTable {
  name: string;
  value: string;
}

/** One row: its version rises with every change that nodes hold in memory. */
interface SignalTable {
  id: number;
  version: number;
}

/** Work that one node does at a time. */
interface LeaseTable {
  name: string;
  holder: string;
  held_until: string;
}

export interface NodeSchema {
  installation: InstallationTable;
  signals: SignalTable;
  leases: LeaseTable;
}
