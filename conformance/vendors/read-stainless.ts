import ts from "typescript";
import type { DocumentedOperation } from "./find-mismatches.ts";
import { listFiles, openProgram, readTypeMembers } from "./read-type.ts";

const VERBS = new Map([
  ["get", "GET"],
  ["getAPIList", "GET"],
  ["post", "POST"],
  ["put", "PUT"],
  ["patch", "PATCH"],
  ["delete", "DELETE"],
]);

/** The operations of a vendor's own client, which Stainless generates from the vendor's OpenAPI document. */
export function readStainless(folder: string, base: string): DocumentedOperation[] {
  const files = listFiles(`${folder}/src/resources`, /\.ts$/);
  const program = openProgram(files);
  const checker = program.getTypeChecker();
  return files.flatMap((file) => {
    const operations: DocumentedOperation[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) operations.push(...readCall(checker, node, base));
      ts.forEachChild(node, visit);
    };
    const source = program.getSourceFile(file);
    if (source !== undefined) visit(source);
    return operations;
  });
}

/** `this._client.post(path, { body, ...options })`. */
function readCall(checker: ts.TypeChecker, call: ts.CallExpression, base: string): DocumentedOperation[] {
  const {
    expression,
    arguments: [path, ...rest],
  } = call;
  if (!ts.isPropertyAccessExpression(expression) || expression.expression.getText() !== "this._client")
    return [];
  const method = VERBS.get(expression.name.text);
  if (method === undefined || path === undefined) return [];
  const query = findOption(checker, rest, "query");
  const body = findOption(checker, rest, "body");
  return [
    {
      method: rest.some((one) => /\bmethod: 'post'/.test(one.getText())) ? "POST" : method,
      path: base + readPath(path),
      query: (query && readTypeMembers(checker, typeOf(checker, query))) ?? new Map(),
      body: body === undefined ? new Map() : readTypeMembers(checker, typeOf(checker, body)),
    },
  ];
}

/** A text, or a template whose places are segments. */
function readPath(node: ts.Expression): string {
  const template = ts.isTaggedTemplateExpression(node) ? node.template : node;
  const text = ts.isTemplateExpression(template)
    ? template.head.text + template.templateSpans.map(({ literal }) => `{}${literal.text}`).join("")
    : ts.isStringLiteralLike(template)
      ? template.text
      : "";
  return text.replace(/\?.*$/, "");
}

type Option = ts.PropertyAssignment | ts.ShorthandPropertyAssignment;

/** The member of the call's options, which may be wrapped in a call that makes a form of them, or in a constant. */
function findOption(checker: ts.TypeChecker, nodes: readonly ts.Node[], name: string): Option | undefined {
  for (const node of nodes) {
    const isMember = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node);
    if (isMember && node.name.getText() === name) return node;
    const children: ts.Node[] = [];
    ts.forEachChild(node, (child) => void children.push(child));
    const spread = ts.isSpreadAssignment(node) ? findInitializer(checker, node.expression) : undefined;
    const found = findOption(checker, spread ? [spread] : children, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findInitializer(checker: ts.TypeChecker, node: ts.Expression): ts.Expression | undefined {
  const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration;
  return declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
}

function typeOf(checker: ts.TypeChecker, option: Option): ts.Type {
  if (ts.isShorthandPropertyAssignment(option)) {
    const symbol = checker.getShorthandAssignmentValueSymbol(option);
    return symbol ? checker.getTypeOfSymbolAtLocation(symbol, option) : checker.getTypeAtLocation(option);
  }
  const { initializer } = option;
  // What the client adds to what its caller passes is its own choice.
  const passed = ts.isObjectLiteralExpression(initializer)
    ? initializer.properties.find(ts.isSpreadAssignment)?.expression
    : undefined;
  return checker.getTypeAtLocation(passed ?? initializer);
}
