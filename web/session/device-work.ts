/** What else the device keeps for a user. `web/offline` provides it; the session asks when somebody leaves. */
export type DeviceWork = {
  /** Deletes what the user has read; drafts and commands stay for the next time. */
  wipeReads(): Promise<void>;
};

let provided: DeviceWork = { wipeReads: () => Promise.resolve() };

export function provideDeviceWork(work: DeviceWork): void {
  provided = work;
}

export function deviceWork(): DeviceWork {
  return provided;
}
