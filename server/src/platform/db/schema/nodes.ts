/** Facts that must be the same on every node of an installation. */
interface InstallationTable {
  name: string;
  value: string;
}

/** One row, whose version increases with every change of data that nodes hold in memory. */
interface SignalTable {
  id: number;
  version: number;
}

/** Work that only one node does at a time. */
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
