import { answerProblem, hold } from './conditions.ts';
import { open, type Shot } from './shot.ts';

type Of = {
  /** Of the screen; the pictures are NAME-loading and NAME-failed. */
  name: string;
  as: NonNullable<Shot['as']>;
  path: string;
  /** The read that is held, then failed. */
  read: string;
  loading: string | RegExp;
  failed: string;
};

/** A screen whose read is still on its way, and one whose read the server fails. */
export function readShots({ name, as, path, read, loading, failed }: Of): Shot[] {
  return [
    {
      name: `${name}-loading`,
      as,
      prepare: async (page) => {
        await page.route(read, hold);
        await open(page, path, loading);
      },
    },
    {
      name: `${name}-failed`,
      as,
      prepare: async (page) => {
        await page.route(read, answerProblem('unexpected'));
        await open(page, path, failed);
      },
    },
  ];
}
