/** The texts of the tables by path. */
export function operationTables(): Promise<Readonly<Record<string, string>>>;
export function writeOperationTables(): Promise<void>;
