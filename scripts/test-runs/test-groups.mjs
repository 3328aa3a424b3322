/**
 * The groups of slow tests that `npm run test:long` runs. A group consists of commands (programs of
 * `scripts/run.mjs` with their parameters), of tests tagged with the group's name, or of both. `files` are
 * the paths of its tagged Vitest tests.
 */
export const GROUPS = {
  simulator: { about: 'more seeds, each replayed', files: ['tests/simulator'] },
  attack: { about: 'every forbidden caller of every endpoint, and generated input', files: ['tests/'] },
  tampering: { about: 'every kind of tampering with every table', files: ['server/verification/'] },
  backup: {
    about: 'every kill point of backup and restore, restores across versions and into other locations',
    files: ['server/backup/', 'server/cli/', 'server/platform/', 'server/retention/', 'tests/'],
  },
  upgrades: {
    about: 'every landed migration and stored version, and older builds',
    files: ['tests/upgrades/', 'database/', 'server/platform/'],
    end_to_end: true,
  },
  files: { about: 'file stores, and moves between them', files: ['server/files/', 'server/cli/'] },
  servers: {
    about:
      'several servers, a standby, PostgreSQL after kills and in unusual locations, large data, and properties with many runs',
    files: ['tests/', 'server/'],
    end_to_end: true,
  },
  alerts: { about: 'the alert rules', commands: [['alerts']] },
  image: {
    about: 'the container image, built and run, and the product on its Node',
    files: ['tests/'],
    commands: [['image']],
  },
  bench: {
    about: 'every benchmark at its smallest size',
    commands: [['bench', '--quick', '--keep', 'build/test-reports-long/bench.json']],
  },
  screens: { about: 'every state of every screen by size and colour scheme', end_to_end: true },
  journeys: { about: 'whole days, and journeys whose parts other tests cover', end_to_end: true },
  documents: {
    about: 'every command of the README and the operations guide, and the demo’s two weeks',
    files: ['tests/', 'database/demo/'],
  },
};

/** Tags of the tests that `npm test` leaves to the long tier. */
export const TAGS = Object.entries(GROUPS)
  .filter(([, { files, end_to_end }]) => files || end_to_end)
  .map(([name]) => name);

/** Vitest's filter for everything but the long tier. */
export const NOT_LONG = TAGS.map((name) => `!${name}`).join(' and ');

/** Matches the names of Playwright's tests that have one of these tags. */
export function taggedWith(tags) {
  return new RegExp(`@(${tags.join('|')})\\b`);
}

const ALL = Object.keys(GROUPS);
/** The groups that depend on the server's behaviour as a whole. */
const SERVER = ['simulator', 'attack', 'tampering', 'servers', 'journeys', 'documents'];
const SCREENS = ['screens', 'journeys'];

/**
 * The groups that a change below a path requires. The longest matching path counts; a path without a match
 * requires all groups.
 */
const REQUIRED_BY = {
  'attack/': ['attack'],
  'bench/': ['bench'],
  'cluster/': ['servers'],
  'contract/': [...SERVER, ...SCREENS, 'upgrades'],
  'database/': [...SERVER, 'backup', 'upgrades', 'bench'],
  'deploy/': ['image'],
  'docs/': [],
  'docs/operate.md': ['documents'],
  'docs/operate/': ['alerts', 'documents'],
  'server/': SERVER,
  'server/backup/': ['backup', 'documents'],
  'server/cli/': [...SERVER, 'backup', 'files'],
  'server/files/': [...SERVER, 'backup', 'files'],
  'server/monitoring/': ['alerts', 'servers'],
  'server/platform/': [...SERVER, 'backup', 'files', 'upgrades'],
  'server/verification/': [...SERVER, 'backup'],
  'simulator/': ['simulator'],
  'tests/e2e/': [...SCREENS, 'upgrades', 'servers'],
  'tests/image/': ['image'],
  'tests/upgrades/': ['upgrades', 'backup'],
  'web/': [...SCREENS, 'upgrades'],
  'web/offline/': [...SCREENS, 'simulator', 'upgrades'],
  'README.md': ['documents'],
  Containerfile: ['image'],
};

/** Returns the groups that a change of these paths requires, in the order of `GROUPS`. */
export function groupsTouchedBy(paths) {
  const required = new Set(paths.flatMap(groupsOfPath));
  return ALL.filter((name) => required.has(name));
}

function groupsOfPath(path) {
  const longest = Object.keys(REQUIRED_BY)
    .filter((start) => path.startsWith(start))
    .sort((one, other) => other.length - one.length)[0];
  return longest === undefined ? ALL : REQUIRED_BY[longest];
}
