/** What else the device keeps for a user. `web/offline` provides it; the session tells it when somebody leaves. */
export type DeviceWork = {
  /** The session is over: what was read and what is recorded leaves the device. Drafts and unrecorded commands wait for their person. */
  forgetRecorded(): Promise<void>;
  /** Somebody signed out on his own wish: his drafts go too. */
  forgetDrafts(user_id: string): Promise<void>;
};

let provided: DeviceWork | null = null;

export function provideDeviceWork(work: DeviceWork): void {
  provided = work;
}

/** Null until the parts that keep anything are loaded. */
export function deviceWork(): DeviceWork | null {
  return provided;
}
