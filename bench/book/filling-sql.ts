/** SQL texts that several parts of the filled book share. */

export const iso = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** Formats JSON as `JSON.stringify` does. No value in these replies contains the replaced sequences. */
export const stringified = (json: string) => `replace(replace(${json}::text, '" : ', '":'), ', "', ',"')`;
/** Returns a UUIDv7 of this time; see `ID_AT`. */
export const idAt = (time: string) => `pg_temp.id_at(${time})`;
export const hashOf = (id: string) => `encode(sha256(convert_to(${id}::text, 'UTF8')), 'hex')`;

/**
 * Returns a UUIDv7 of a given time, which PostgreSQL can only create from version 18 on: a random UUID
 * (version 4) with the milliseconds in front and two bits of its version set.
 */
export const ID_AT = `
  create or replace function pg_temp.id_at(at timestamptz) returns uuid language sql as $$
    select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from at) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid $$`;
