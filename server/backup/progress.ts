export type Step = 'checking' | 'files' | 'rows' | 'files and rows' | 'indexes';

/**
 * The progress of a step of a backup or restore. `done` ends at `total`; a null total is not known in
 * advance.
 */
export type Progress = {
  step: Step;
  counted: readonly { what: 'files' | 'rows' | 'indexes and keys'; done: number; total: number }[];
  bytes?: { done: number; total: number | null };
  /** True if the next report may take minutes. */
  takes_long?: boolean;
};

export type OnProgress = (progress: Progress) => void;
