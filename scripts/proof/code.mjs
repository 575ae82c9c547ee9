import ts from "typescript";

/**
 * The code of a TypeScript or JavaScript file, without comments and layout. Other files are returned unchanged.
 * @param {string} file @param {string} text
 */
export function codeOf(file, text) {
  if (!/\.(m?ts|m?js)$/.test(file)) {
    return text;
  }
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  /** @type {string[]} */
  const tokens = [];
  collect(source, source, tokens);
  return tokens.join("\n");
}

/** @param {ts.Node} node @param {ts.SourceFile} source @param {string[]} tokens */
function collect(node, source, tokens) {
  if (node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode) {
    return;
  }
  const children = node.getChildren(source);
  if (children.length === 0) {
    tokens.push(node.getText(source));
  }
  for (const child of children) {
    collect(child, source, tokens);
  }
}
