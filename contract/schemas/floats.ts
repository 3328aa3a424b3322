export const FLOAT_DIRECTIONS = ['issue', 'return'] as const;
