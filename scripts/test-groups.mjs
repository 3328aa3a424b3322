/** Tags of the tests that `npm test` leaves to `npm run test:long`, with the files that have such tests. */
const TAGGED = {
  tampering: ['server/verification/'],
  backup: ['server/backup/', 'tests/'],
  upgrades: ['tests/upgrades/', 'tests/e2e/', 'server/', 'database/'],
  files: ['server/files/'],
  attack: ['tests/'],
  simulator: ['tests/'],
  servers: ['tests/', 'server/'],
  screens: ['tests/e2e/', 'web/'],
};

export const TAGS = Object.keys(TAGGED);

/** Vitest's filter: everything but the long tier. */
export const NOT_LONG = TAGS.map((name) => `!${name}`).join(' and ');

/** Matches the names of Playwright's tests that have one of these tags. */
export function taggedWith(tags) {
  return new RegExp(`@(${tags.join('|')})\\b`);
}
