import type { Context } from 'hono';
import type { EndpointName } from '../../../contract/operations/endpoints.ts';
import type { ProblemCode } from '../../../contract/rules/problems.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../logging/log.ts';
import type { Random } from '../machine.ts';
import type { Config } from '../settings/config.ts';
import type { Bodies } from './body-budget.ts';

/** What the routes of every domain are given. Nothing in it holds state that another replica would need. */
export type Services = {
  config: Config;
  /** What keys are derived from: the first signs, all verify. */
  auth_secrets: readonly string[];
  /** The request pool: its role is subject to row-level security. */
  requests: Database;
  /** The owner: migrations, jobs, backup and verification only (ruling C2). */
  owner: Database;
  log: Log;
  /** The server's clock and chance; tests bring their own. */
  now: () => Date;
  random: Random;
  /** The live session's id that a request's access token names. Throws `not_signed_in`. */
  sessionOf: (c: Context) => Promise<string>;
  /** When a request's access token ends; left out where tokens do not. */
  tokenEnd?: (c: Context) => Date;
};

/** The variables a request carries from the first middleware on. */
export type RequestEnv = {
  Variables: {
    request_id: string;
    user_id: string | undefined;
    bodies: Bodies;
    /** Of the table; undefined for what it does not list. */
    endpoint: EndpointName | undefined;
    /** With which it was refused. */
    problem: ProblemCode | undefined;
    /** Whether a command was answered with what it was answered before. */
    is_replayed: boolean | undefined;
  };
};
