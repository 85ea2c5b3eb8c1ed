import ts from "typescript";
import type { DocumentedOperation, DocumentedValue } from "./find-mismatches.ts";
import { mergeCalls } from "./merge-calls.ts";
import { openProgram, readTypeMembers } from "./read-type.ts";

/** The operations of the Matrix foundation's own client: `this.http.authedRequest(method, path, query, body)`. */
export function readMatrix(file: string, base: string): DocumentedOperation[] {
  const program = openProgram([file]);
  const checker = program.getTypeChecker();
  const operations: DocumentedOperation[] = [];
  const visit = (node: ts.Node, method: ts.Node | undefined): void => {
    const inner = ts.isMethodDeclaration(node) ? node : method;
    if (ts.isCallExpression(node) && inner) operations.push(...readCall(checker, node, inner, base));
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  const source = program.getSourceFile(file);
  if (source !== undefined) visit(source, undefined);
  return mergeCalls(operations);
}

function readCall(
  checker: ts.TypeChecker,
  call: ts.CallExpression,
  around: ts.Node,
  base: string,
): DocumentedOperation[] {
  const [method, path, query, body] = call.arguments;
  const verb = /^Method\.(\w+)$/.exec(method?.getText() ?? "")?.[1];
  if (!call.expression.getText().endsWith(".http.authedRequest") || verb === undefined || path === undefined)
    return [];
  // A path is put together elsewhere in the method, in some from one of several templates.
  const templates = ts.isStringLiteral(path) ? [path.text] : listPaths(around);
  const optional: DocumentedValue = { required: false, values: undefined };
  return templates.map((template) => ({
    method: verb.toUpperCase(),
    path: base + template.replaceAll(/\$\w+/g, "{}"),
    query: new Map(query ? listNames(query, around).map((name) => [name, optional]) : []),
    body: isSent(body) ? readBody(checker, checker.getTypeAtLocation(body)) : new Map(),
  }));
}

/** Events have any members beside those that their type names. */
function readBody(checker: ts.TypeChecker, type: ts.Type): DocumentedOperation["body"] {
  return checker.getIndexInfosOfType(type).length > 0 ? undefined : readTypeMembers(checker, type);
}

const isSent = (node: ts.Expression | undefined): node is ts.Expression =>
  node !== undefined && node.getText() !== "undefined";

function listPaths(node: ts.Node): string[] {
  const own = ts.isStringLiteralLike(node) && node.text.startsWith("/") ? [node.text] : [];
  const found: string[] = [...own];
  ts.forEachChild(node, (child) => void found.push(...listPaths(child)));
  return found;
}

/** The members that a method gives to an object, where it makes it or later: `params.from = token`. */
function listNames(value: ts.Expression, around: ts.Node): string[] {
  const literals = ts.isObjectLiteralExpression(value) ? [value] : [];
  const name = value.getText();
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === name && node.initializer)
      if (ts.isObjectLiteralExpression(node.initializer)) literals.push(node.initializer);
    if (ts.isPropertyAccessExpression(node) && node.expression.getText() === name) names.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(around);
  const members = literals.flatMap(({ properties }) => properties.map((one) => one.name?.getText() ?? ""));
  return [...members, ...names];
}
