/** A workspace in which the app of a bot is installed. */
export interface Installation {
  /** The platform's ID of the workspace. */
  tenant: string;
  name: string;
  /** ID of the bot in the workspace. */
  botId: string;
  /** Null when one token is valid for all workspaces. */
  token: string | null;
}

/** The workspaces in which a channel's app is installed. */
export interface Installations {
  find(tenant: string): Promise<Installation | undefined>;
  /** Deletes an installation because the workspace removed the app at the time `until`; a later installation stays. */
  remove(tenant: string, until: string): Promise<void>;
}

/** The addresses of the service that an installation needs. */
export interface InstallPlace {
  /** Address to which the platform sends the browser back. */
  redirect: string;
  fetch: typeof fetch;
}

/** Installs an app in workspaces by OAuth. */
export interface Installer {
  /** Returns the address at which an administrator of a workspace consents. */
  address(state: string, place: InstallPlace): string;
  /**
   * Completes an installation.
   * @param query the parameters with which the platform sent the browser back
   * @throws ChannelFailure when the administrator did not consent
   */
  finish(query: Readonly<Record<string, unknown>>, place: InstallPlace, signal: AbortSignal): Promise<Installation>;
}

/** A permission that a bot has or lacks. */
export interface Permission {
  name: string;
  isGranted: boolean;
  /** Whether the bot cannot answer without it. */
  isNeeded: boolean;
  /** What it is for, or where it is missing. */
  purpose: string;
}
