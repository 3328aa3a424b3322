import { traverse } from '@babel/core';

/** Attributes and properties whose values people read or hear, however short. */
const USER_VISIBLE =
  /^(aria-(label|description|roledescription|valuetext)|alt|description|heading|hint|label|message|placeholder|subtitle|text|title)$/;
const MACROS = new Set(['t', 'msg', 'ph', 'plural', 'select', 'selectOrdinal', 'defineMessage']);
const JSX_MACROS = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal']);
/** Properties whose values only programs exchange. */
const FOR_PROGRAMS = /^(access|key|menu|roles|staff_role|rel|aria-relevant|font)$/;
/** Codes, number formats, selectors, fonts, and names of errors and of stored values, wherever they occur. */
const CODES =
  /^([A-Z0-9]{2,}([-_][A-Z0-9]+)*|General|[dmyhs: -]+( AM\/PM)?|MacRomanEncoding|Mandoob|‰PNG.*|Bearer …|\(pointer: (fine|coarse)\)|#content h2|kept until|Space|(Control|Shift)\+|(held|failed|failure of|kept|offline) …|.*serif|italic …px …|(Abort|InvalidState|Unknown)Error)$/s;
/** Arguments of these functions are read only by developers and operators. */
const FOR_DEVELOPERS = /^(console\.\w+|\w*Error|DOMException|super)$/;
/** Functions that read an XML attribute of a file format, decode Base64, or write PDF syntax. */
const FOR_FORMATS = new Set(['attribute', 'atob', 'pdfSyntax']);

/**
 * Returns the user-visible texts of a parsed file that no macro puts into the catalogue, each as
 * `path:line: text`. Includes macros that would run before the page knows its language. `classes`: names of
 * CSS classes, which are not reported.
 */
export function untranslatedTexts({ path, ast }, classes) {
  const found = [];
  const add = ({ node }, text) => found.push(`${path}:${node.loc.start.line}: ${text.trim()}`);
  traverse(ast, {
    // Names are not resolved here, and scope analysis takes twice as long as the rest.
    noScope: true,
    JSXText(text) {
      if (hasLetters(text.node.value) && !isInTrans(text)) add(text, text.node.value);
    },
    StringLiteral(text) {
      if (isUserVisible(text, text.node.value, classes)) add(text, text.node.value);
    },
    TemplateLiteral(text) {
      const value = text.node.quasis.map(({ value }) => value.cooked).join('…');
      if (isUserVisible(text, value, classes)) add(text, value);
    },
    TaggedTemplateExpression(macro) {
      if (nameOf(macro.node.tag) === 't' && !macro.getFunctionParent()) add(macro, 't`…` outside a function');
    },
  });
  return found;
}

function isUserVisible(path, value, classes) {
  if (!hasLetters(value) || isForPrograms(path) || isInMacro(path)) return false;
  if (USER_VISIBLE.test(propertyOf(path))) return true;
  return looksLikeWords(value) && !CODES.test(value) && !isClasses(value, classes);
}

function hasLetters(value) {
  return /\p{L}/u.test(value);
}

function looksLikeWords(value) {
  return (
    /^\P{L}*\p{Lu}\p{L}/u.test(value) || /\p{L}[,.;:!?…]* +…?\p{L}|… \(?\p{L}{3}|\p{L}{3} …/u.test(value)
  );
}

function isClasses(value, classes) {
  return value.split(/[\s…]+/).every((word) => word === '' || classes.has(word));
}

/** True for texts that are never shown: compared, imported, thrown or logged ones, types and names. */
function isForPrograms(path) {
  const { parent, parentPath } = path;
  if (parentPath.isBinaryExpression() && /^([!=]==?|in)$/.test(parent.operator)) return true;
  if (parentPath.isSwitchCase() || parentPath.isTSLiteralType() || parentPath.isTSEnumMember()) return true;
  if (parentPath.isModuleDeclaration() || parentPath.isImportExpression() || parentPath.isImport())
    return true;
  if (parentPath.isCallExpression() && parent.callee.type === 'Import') return true;
  if (parentPath.isObjectProperty() && parent.key === path.node) return true;
  if (parentPath.isClassProperty() && nameOf(parent.key) === 'name') return true;
  if (FOR_PROGRAMS.test(propertyOf(path))) return true;
  if (parentPath.isMemberExpression()) return true;
  const call = path.findParent((one) => one.isCallExpression() || one.isNewExpression() || one.isFunction());
  if (!call || call.isFunction()) return false;
  if (FOR_FORMATS.has(nameOf(call.node.callee))) return true;
  return call.parentPath.isThrowStatement() || FOR_DEVELOPERS.test(nameOf(call.node.callee));
}

function isInMacro(path) {
  if (path.parentPath.isTaggedTemplateExpression()) return MACROS.has(nameOf(path.parent.tag));
  const call = path.findParent(
    (one) => one.isCallExpression() || one.isTemplateLiteral() || one.isFunction(),
  );
  return Boolean(call?.isCallExpression() && MACROS.has(nameOf(call.node.callee)));
}

function isInTrans(path) {
  return Boolean(
    path.findParent((one) => one.isJSXElement() && JSX_MACROS.has(one.node.openingElement.name.name)),
  );
}

/** Returns the attribute or property to which a text is assigned, directly or by conditions. */
function propertyOf(path) {
  const holder = path.findParent(
    (one) =>
      !one.isConditionalExpression() &&
      !one.isLogicalExpression() &&
      !one.isArrayExpression() &&
      !one.isJSXExpressionContainer(),
  );
  if (holder.isJSXAttribute()) return holder.node.name.name;
  return holder.isObjectProperty() ? nameOf(holder.node.key) : '';
}

function nameOf(node) {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'Super') return 'super';
  if (node.type === 'StringLiteral') return node.value;
  if (node.type === 'MemberExpression') return `${nameOf(node.object)}.${nameOf(node.property)}`;
  return '';
}
