/** How far a backup or a restore is: what it is at, and bytes so far of all, where that is known. */
export type Progress = { step: string; bytes: number; bytes_total: number | null };

export type OnProgress = (progress: Progress) => void;
