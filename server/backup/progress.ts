export type Step = 'checking' | 'files' | 'rows' | 'files and rows' | 'indexes';

/** How far a step of a backup or a restore is. Whatever has a total ends at it; `null`: not known before the end. */
export type Progress = {
  step: Step;
  counted: readonly { what: 'files' | 'rows' | 'indexes and keys'; done: number; total: number }[];
  bytes?: { done: number; total: number | null };
  /** True where nothing may be heard for minutes. */
  takes_long?: boolean;
};

export type OnProgress = (progress: Progress) => void;
