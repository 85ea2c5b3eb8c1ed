import ts from "typescript";
import type { DocumentedOperation } from "./find-mismatches.ts";
import { openProgram, readTypeMembers } from "./read-type.ts";

/** The operations of Discord's OpenAPI document, which a package has as TypeScript: `Paths[path][method]`. */
export function readDiscord(file: string, base: string): DocumentedOperation[] {
  const program = openProgram([file]);
  const checker = program.getTypeChecker();
  const paths = program.getSourceFile(file)?.statements.find(isPaths);
  if (paths === undefined) throw new Error(`${file} has no interface Paths.`);
  const member = (type: ts.Type | undefined, name: string) => {
    const symbol = type && checker.getNonNullableType(type).getProperty(name);
    return symbol && checker.getTypeOfSymbol(symbol);
  };
  return checker.getPropertiesOfType(checker.getTypeAtLocation(paths)).flatMap((path) => {
    const operations = checker.getTypeOfSymbol(path);
    return checker.getPropertiesOfType(operations).map((method) => {
      const operation = checker.getTypeOfSymbol(method);
      const query = member(member(operation, "parameters"), "query");
      const body = member(operation, "requestBody");
      return {
        method: method.name.toUpperCase(),
        path: base + path.name,
        query: (query && readTypeMembers(checker, query)) ?? new Map(),
        body: body && isSent(checker, body) ? readTypeMembers(checker, body) : new Map(),
      };
    });
  });
}

const isPaths = (node: ts.Statement): node is ts.InterfaceDeclaration =>
  ts.isInterfaceDeclaration(node) && node.name.text === "Paths";
const isSent = (checker: ts.TypeChecker, type: ts.Type) =>
  (checker.getNonNullableType(type).flags & ts.TypeFlags.Never) === 0;
