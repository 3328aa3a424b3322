export const TAGS: string[];
export const NOT_LONG: string;
export function taggedWith(tags: string[]): RegExp;
