export type DebianPart = {
  /** As the person at the terminal knows it. */
  title: string;
  /** Paths of the programs, all of which have to be there. */
  programs: readonly string[];
  packages: readonly string[];
};

export function ensureDebianPackages(part: DebianPart): string | undefined;
export function isDebianRoot(): boolean;
export function installDebianPackages(title: string, packages: readonly string[]): void;
