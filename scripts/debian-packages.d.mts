export type DebianPart = {
  /** The display name. */
  title: string;
  /** Paths of the programs, all of which must exist. */
  programs: readonly string[];
  packages: readonly string[];
};

export function ensureDebianPackages(part: DebianPart): string | undefined;
export function isDebianRoot(): boolean;
export function installDebianPackages(title: string, packages: readonly string[]): void;
