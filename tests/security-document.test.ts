import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/**
 * docs/security.md covers each requirement of OWASP ASVS 5.0, levels 1 and 2, with a reference that exists.
 */

const PAGE = fileURLToPath(new URL('../docs/security.md', import.meta.url));

/**
 * The number of requirements of levels 1 and 2 by section of the standard: `1.2: 9` stands for 1.2.1 to
 * 1.2.9.
 */
const REQUIREMENTS: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
  ...{ '17.1': 1, '17.2': 4, '17.3': 2 },
};

const numbers = Object.entries(REQUIREMENTS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
);

type Row = { number: string; about: string; evidence: string };

const rows: Row[] = readFileSync(PAGE, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, number, about = '', evidence = ''] = /^\| (\d+\.\d+\.\d+) \| (.*) \| (.*) \|$/.exec(line) ?? [];
    return number ? [{ number, about, evidence }] : [];
  });

/** Returns the anchors of a page's headings. */
function anchorsOf(path: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{Nd} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('the page on security', () => {
  it('covers every requirement of levels 1 and 2 once', () => {
    expect(numbers).toHaveLength(253);
    expect(rows.map(({ number }) => number)).toEqual(numbers);
  });

  it('describes each requirement and links to a test or a decision', () => {
    const empty = rows.filter(({ about, evidence }) => about.trim() === '' || !/\]\(.+?\)/.test(evidence));
    expect(empty).toEqual([]);
    const elsewhere = rows.filter(
      ({ evidence }) =>
        !/\((?:\.\.\/[^)]*\.test\.tsx?|decisions\/[^)]*\.md[^)]*|\.\.\/attack\/main\.ts)\)/.test(evidence),
    );
    expect(elsewhere).toEqual([]);
  });

  it('links to existing files and headings', () => {
    const missing = rows.flatMap(({ number, evidence }) =>
      [...evidence.matchAll(/\]\(([^)#]+)(?:#([^)]+))?\)/g)].flatMap(([, file = '', anchor]) => {
        const path = join(dirname(PAGE), file);
        if (!existsSync(path)) return [`${number} -> ${file}`];
        return anchor === undefined || anchorsOf(path).includes(anchor)
          ? []
          : [`${number} -> ${file}#${anchor}`];
      }),
    );
    expect(missing).toEqual([]);
  });
});
