export function pageStyles(): Promise<string>;
export function classesOf(styles: string): Set<string>;
