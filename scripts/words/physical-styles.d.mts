export function physicalStyles(styles: string): string[];
export function hasPhysicalStyle(code: string): boolean;
