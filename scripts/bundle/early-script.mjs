import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../../web/early-start.ts', import.meta.url));
const PAGE = fileURLToPath(new URL('../../web/index.html', import.meta.url));

/**
 * Builds `web/early-start.ts` as a separate script, which runs while the larger scripts still load. Vite
 * would otherwise merge all scripts of a page.
 */
export function earlyScript() {
  return {
    name: 'early-script',
    apply: 'build',
    config: ({ root }) =>
      root === 'web' ? { build: { rolldownOptions: { input: [PAGE, SOURCE] } } } : undefined,
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const script = Object.values(bundle).find(({ facadeModuleId }) => facadeModuleId === SOURCE);
        if (!script) return [];
        const attrs = { type: 'module', crossorigin: true, src: `/${script.fileName}` };
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}
