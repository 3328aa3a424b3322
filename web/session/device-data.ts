/**
 * Other data that the device keeps for a user. `web/offline` provides it; the session calls it when the user
 * signs out.
 */
export type DeviceData = {
  /**
   * After the session ended: deletes stored reads and recorded commands. Drafts and unrecorded commands
   * remain for their user.
   */
  forgetRecorded(): Promise<void>;
  /** After the user chose to sign out: deletes their drafts too. */
  forgetDrafts(user_id: string): Promise<void>;
};

let provided: DeviceData | null = null;

export function provideDeviceData(work: DeviceData): void {
  provided = work;
}

/** Null until the modules that store data are loaded. */
export function deviceData(): DeviceData | null {
  return provided;
}
