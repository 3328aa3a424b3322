export type Group = {
  about: string;
  commands?: string[][];
  files?: string[];
  end_to_end?: true;
};
export const GROUPS: Record<string, Group>;
export const TAGS: string[];
export const NOT_LONG: string;
export function taggedWith(tags: readonly string[]): RegExp;
export function groupsTouchedBy(paths: readonly string[]): string[];
