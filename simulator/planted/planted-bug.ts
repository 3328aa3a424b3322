/** A mistake that somebody could make: one text of the product, and what stands there instead. */
export type PlantedBug = {
  /** What is wrong then, in a few words. */
  name: string;
  /** Must be there exactly once. */
  finds: string;
  puts: string;
} & (
  | {
      /** From the project's root. */
      file: string;
    }
  | {
      /** A function of the database. */
      sql_function: string;
    }
);
