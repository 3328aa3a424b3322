export function measureTimeFactor(): Promise<number>;
export function timeFactor(): number;
