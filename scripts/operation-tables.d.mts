/** The texts of the tables in `contract/operations`, by file name. */
export function operationTables(): Promise<Readonly<Record<string, string>>>;
export function writeOperationTables(): Promise<void>;
