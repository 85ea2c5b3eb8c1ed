import { readFileSync } from "node:fs";
import ts from "typescript";
import type { DocumentedOperation, DocumentedValue } from "./find-mismatches.ts";
import { listFiles, openProgram, readTypeMembers } from "./read-type.ts";

const METHOD = /^ {4}(?:async )?(?:__)?(\w+)\([^\n]*\) \{$/m;

/** The operations of a vendor's own client, which Fern generates from the vendor's OpenAPI document. */
export function readFern(folder: string): DocumentedOperation[] {
  const files = listFiles(folder, /client[/\\]Client\.d\.ts$/).filter((file) => !file.includes("unstable"));
  const program = openProgram(files);
  const checker = program.getTypeChecker();
  return files.flatMap((file) => {
    const client = program.getSourceFile(file)?.statements.find(ts.isClassDeclaration);
    const [, ...parts] = readFileSync(file.replace(".d.ts", ".js"), "utf8").split(METHOD);
    return parts.flatMap((name, i) => {
      const code = parts[i + 1] ?? "";
      const path = /^ *url: .*, (?:`([^`]*)`|"([^"]*)")\),$/m.exec(code);
      const method = /^ *method: "([A-Z]+)",$/m.exec(code)?.[1];
      if (i % 2 === 1 || path === null || method === undefined) return [];
      const request = client && readRequest(checker, client, name);
      const text = (path[1] ?? path[2] ?? "").replaceAll(/\$\{[^}]*\}/g, "{}");
      return [{ method, path: `/${text}`, ...readPlaces(checker, code, request) }];
    });
  });
}

/** The type of what a method sends: its first parameter, unless that is for the call alone. */
function readRequest(
  checker: ts.TypeChecker,
  client: ts.ClassDeclaration,
  name: string,
): ts.Type | undefined {
  const method = client.members.find((one) => one.name?.getText() === name);
  const [parameter] = method && ts.isMethodDeclaration(method) ? method.parameters : [];
  return parameter?.name.getText() === "request" ? checker.getTypeAtLocation(parameter) : undefined;
}

/** Which members of the request the code puts into the query and into the body. */
function readPlaces(
  checker: ts.TypeChecker,
  code: string,
  request: ts.Type | undefined,
): Pick<DocumentedOperation, "query" | "body"> {
  const members = request && readTypeMembers(checker, request);
  const optional: DocumentedValue = { required: false, values: undefined };
  const names = [...code.matchAll(/_queryParams(?:\.(\w+)|\["([^"]+)"\]) =/g)].map(
    ([, name, quoted = ""]) => name ?? quoted,
  );
  const query = new Map(names.map((name) => [name, members?.get(name) ?? optional]));
  const [, sent] = /^ {12,20}body: (?:Object\.assign\(Object\.assign\(\{\}, )?(\w+)[,)]/m.exec(code) ?? [];
  if (sent === undefined) return { query, body: new Map() };
  if (sent === "request" || members === undefined) return { query, body: members };
  const [, taken] = /_body = __rest\(request, \[([^\]]*)\]\)/.exec(code) ?? [];
  if (taken !== undefined) {
    const others = [...taken.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);
    return { query, body: new Map([...members].filter(([name]) => !others.includes(name))) };
  }
  const body = request?.getProperty("body");
  return { query, body: body && readTypeMembers(checker, checker.getTypeOfSymbol(body)) };
}
