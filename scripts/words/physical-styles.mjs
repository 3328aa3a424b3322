const INNERMOST = /([^{};]+)\{([^{}]*)\}/g;
const SIDED = /(?:^|-)(left|right)(?:-|$)/;
const SIDED_INLINE = /\bstyle=\{\{[^}]*\b(left|right|\w+(Left|Right))\b\s*:/;

/**
 * The rules of a style sheet that say left or right where they mean start or end, as `selector { declaration }`. What stands
 * on both sides alike means neither.
 */
export function physicalStyles(styles) {
  const found = [];
  let rest = styles.replace(/\/\*[\s\S]*?\*\//g, '');
  // From the inside out: rules lie in rules.
  while (rest.search(INNERMOST) >= 0) {
    for (const [, selector, body] of rest.matchAll(INNERMOST)) found.push(...sidedIn(selector.trim(), body));
    rest = rest.replace(INNERMOST, '');
  }
  return found;
}

function sidedIn(selector, body) {
  const declarations = body.split(';').map((one) => one.split(/:(.*)/s).map((part) => part.trim()));
  const has = (name, value) => declarations.some(([other, its]) => other === name && its === value);
  return declarations
    .filter(([name = '', value = '']) => {
      const other = name.replace(/left|right/, (side) => (side === 'left' ? 'right' : 'left'));
      return SIDED.test(name) ? !has(other, value) : /^(left|right)$/.test(value);
    })
    .map(([name, value]) => `${selector} { ${name}: ${value} }`);
}

/** Whether the code styles an element by left or right, where no style sheet is. */
export function hasPhysicalStyle(code) {
  return SIDED_INLINE.test(code);
}
