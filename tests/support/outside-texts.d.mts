export function outsideTexts(path: string, classes: ReadonlySet<string>): Promise<string[]>;
