/**
 * Other data that the device keeps for a user. `web/offline` provides it; the session calls it when the user
 * signs out.
 */
export type DeviceWork = {
  /**
   * After the session ended: deletes stored reads and recorded commands. Drafts and unrecorded commands
   * remain for their user.
   */
  forgetRecorded(): Promise<void>;
  /** After the user chose to sign out: deletes their drafts too. */
  forgetDrafts(user_id: string): Promise<void>;
};

let provided: DeviceWork | null = null;

export function provideDeviceWork(work: DeviceWork): void {
  provided = work;
}

/** Null until the modules that store data are loaded. */
export function deviceWork(): DeviceWork | null {
  return provided;
}
