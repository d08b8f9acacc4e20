/** A workspace that the app of a bot was installed to. */
export interface Installation {
  /** The platform's ID of the workspace. */
  tenant: string;
  name: string;
  /** Who the bot is there. */
  botId: string;
  /** Null where one token is good for all workspaces. */
  token: string | null;
}

/** What a channel knows of the workspaces that its app was installed to. */
export interface Installations {
  find(tenant: string): Promise<Installation | undefined>;
  /** The workspace has thrown the app out at a time: what was installed later stays. */
  remove(tenant: string, until: string): Promise<void>;
}

/** What an installation needs to know of the service. */
export interface InstallPlace {
  /** Where the platform sends the browser back to. */
  redirect: string;
  fetch: typeof fetch;
}

/** How an app is installed to workspaces by OAuth. */
export interface Installer {
  /** Where an administrator of a workspace says yes. */
  address(state: string, place: InstallPlace): string;
  /** @param query what the platform sent the browser back with; throws ChannelFailure when that is no yes */
  finish(query: Readonly<Record<string, unknown>>, place: InstallPlace, signal: AbortSignal): Promise<Installation>;
}

/** A permission that a bot has or lacks. */
export interface Permission {
  name: string;
  isGranted: boolean;
  /** Without it the bot answers nothing, or nobody. */
  isNeeded: boolean;
  /** What it is for, or what lacks it. */
  purpose: string;
}
