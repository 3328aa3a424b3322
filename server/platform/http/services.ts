import type { Context } from 'hono';
import type { EndpointName } from '../../../contract/operations/endpoints.ts';
import type { ProblemCode } from '../../../contract/rules/problems.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../logging/log.ts';
import type { Random } from '../machine.ts';
import type { Config } from '../settings/config.ts';
import type { Bodies } from './body-budget.ts';

/** The dependencies of the routes of every domain. They contain no state that another replica would need. */
export type Services = {
  config: Config;
  /** Secrets from which keys are derived: the first signs, all verify. */
  auth_secrets: readonly string[];
  /** The request pool: its role is subject to row-level security. */
  requests: Database;
  /** The owner pool: for migrations, jobs, backup and verification only. */
  owner: Database;
  log: Log;
  /** The server's clock and random source; tests replace them. */
  now: () => Date;
  random: Random;
  /** Returns the id of the live session in a request's access token. Throws `not_signed_in`. */
  sessionOf: (c: Context) => Promise<string>;
  /** Returns when a request's access token expires; absent if tokens do not expire. */
  tokenEnd?: (c: Context) => Date;
};

/** Variables of a request, set from the first middleware on. */
export type RequestEnv = {
  Variables: {
    request_id: string;
    user_id: string | undefined;
    bodies: Bodies;
    /** The name in the endpoint table; undefined for routes outside it. */
    endpoint: EndpointName | undefined;
    /** The code of the problem that the request was refused with. */
    problem: ProblemCode | undefined;
    /** True if the response to a command is its stored reply. */
    is_replayed: boolean | undefined;
  };
};
