import { z } from '@hono/zod-openapi';

type Field = {
  /** The path without indexes, such as `results.order_id`. */
  path: string;
  /** True if the field may be missing in a stored reply. */
  may_lack: boolean;
  /** The schema of its values; nullable fields also accept null. */
  schema: z.ZodType;
};

/** Lists every leaf field, each once. */
export function fieldsOf(schema: z.ZodType, path = '', may_lack = false): Field[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries<z.ZodType>(schema.shape).flatMap(([key, field]) =>
      fieldsOf(field, path === '' ? key : `${path}.${key}`),
    );
  }
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const fields = schema.options.flatMap((one) => fieldsOf(one as z.ZodType, path));
    return [...new Map(fields.map((field) => [field.path, field])).values()];
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return fieldsOf(schema.unwrap() as z.ZodType, path, true);
  if (schema instanceof z.ZodNullable) return fieldsOf(schema.unwrap() as z.ZodType, path, may_lack);
  if (schema instanceof z.ZodArray) {
    const inner = fieldsOf(schema.element as z.ZodType, path);
    return inner.some((field) => field.path !== path) ? inner : [{ path, may_lack, schema }];
  }
  return [{ path, may_lack, schema }];
}
