/** How far a backup or a restore is: what it is at, and bytes so far of all, where that is known. */
export type Progress = {
  step: string;
  bytes: number;
  bytes_total: number | null;
  /** True where nothing more is heard until the step is done, which may take minutes. */
  takes_long?: boolean;
};

export type OnProgress = (progress: Progress) => void;
