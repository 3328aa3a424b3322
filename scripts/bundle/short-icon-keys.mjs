const ICON = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/;

/**
 * Numbers the shapes of each icon. Their own keys are random and hardly compress: they were 550 of the 31,000
 * bytes of the desk's script.
 */
export function shortIconKeys() {
  return {
    name: 'short-icon-keys',
    apply: 'build',
    transform(code, id) {
      if (!ICON.test(id)) return null;
      let count = 0;
      const short = code.replace(/\bkey: "\w+"/g, () => {
        count += 1;
        return `key: ${count}`;
      });
      return { code: short, map: null };
    },
  };
}
