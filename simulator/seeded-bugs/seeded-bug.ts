/** A mistake that a developer could make: a text of the product and its faulty replacement. */
export type SeededBug = {
  /** A short description of the fault. */
  name: string;
  /** The text to replace; it occurs exactly once. */
  finds: string;
  puts: string;
} & (
  | {
      /** The path from the project's root. */
      file: string;
    }
  | {
      /** The name of a database function. */
      sql_function: string;
    }
);
