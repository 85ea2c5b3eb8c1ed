import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";

interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security: Record<string, string[]>[];
  readonly parameters?: { name: string; in: string }[];
  readonly responses: Record<string, { description: string }>;
}

let server: TestServer;
let text: string;
let operations: { method: string; path: string; operation: DocumentedOperation }[];

beforeAll(async () => {
  server = await startTestServer();
  const { body, text: whole } = await server.request({ url: "/openapi.json" });
  text = whole;
  const paths: Record<string, Record<string, DocumentedOperation>> = body.paths;
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
});
afterAll(() => server.close());

function find(operationId: string): DocumentedOperation {
  const found = operations.find(({ operation }) => operation.operationId === operationId);
  if (!found) throw new Error(`There is no operation ${operationId}.`);
  return found.operation;
}

const headersOf = ({ parameters = [] }: DocumentedOperation) =>
  parameters.filter((one) => one.in === "header").map(({ name }) => name);
const credentialsOf = ({ security }: DocumentedOperation) => security.flatMap((one) => Object.keys(one));

describe("GET /openapi.json", () => {
  test("names, summarizes and secures every operation", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const incomplete = operations.filter(
      ({ operation }) => !operation.operationId || !operation.summary || !operation.security,
    );
    expect(incomplete).toEqual([]);
  });

  test("summarizes each operation in at most six unique words, and describes it", () => {
    const summaries = operations.map(({ operation }) => operation.summary);
    expect(new Set(summaries).size).toBe(summaries.length);
    expect(summaries.filter((summary) => !/^[A-Z][a-z]+( \S+){0,5}$/.test(summary))).toEqual([]);
    // Every description ends with a generated paragraph about the credential.
    const bare = operations.filter(({ operation }) => !/.\n\nRequires .*\.$/.test(operation.description));
    expect(bare.map(({ operation }) => operation.operationId)).toEqual([]);
  });

  test("links to existing guides and headings", async () => {
    const links = new Set(text.match(/\(\/guides\/[^)]+\)/g)?.map((link) => link.slice(1, -1)));
    expect(links.size).toBeGreaterThan(20);
    for (const link of links) {
      const [url = "", heading] = link.split("#");
      const guide = await server.request({ url });
      expect(guide.status, link).toBe(200);
      if (heading) expect(guide.text.includes(` id="${heading}"`), link).toBe(true);
    }
  });

  test("lists the credentials that an operation accepts, and the header that names the account", () => {
    expect(credentialsOf(find("resumeSchedule"))).toEqual(["apiKey", "operatorSession"]);
    expect(headersOf(find("resumeSchedule"))).toEqual([]);
    expect(find("resumeSchedule").description).toMatch(
      /\n\nRequires an API key \(role `developer` or higher\)\.$/,
    );
    expect(credentialsOf(find("listWorkflows"))).toEqual(["sessionToken"]);
    expect(credentialsOf(find("createMcpToken"))).toEqual(["sessionToken", "apiKey", "operatorSession"]);
    expect(credentialsOf(find("getOperatorSession"))).toEqual(["operatorSession"]);
    expect(headersOf(find("updateMcpServer"))).toEqual(["linked_account_id"]);
    expect(headersOf(find("triggerEvent"))).toEqual(
      expect.arrayContaining(["linked_account_id", "slug", "config_id", "idempotency-key"]),
    );
  });

  test("lists every status that an operation can answer", () => {
    const statuses = (operationId: string) => Object.keys(find(operationId).responses).sort();
    expect(statuses("getLinkedAccount")).toEqual(["200", "400", "401", "403", "404", "500", "503"]);
    expect(statuses("upsertLinkedAccount")).toEqual(["200", "400", "401", "403", "413", "415", "500", "503"]);
    expect(statuses("triggerEvent")).toContain("422");
    expect(statuses("getLiveness")).toEqual(["200", "400", "500", "503"]);
  });

  test("contains no two paths that differ only in parameter names", () => {
    const bare = new Set(operations.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`));
    expect(bare.size).toBe(operations.length);
    const paths = new Set(operations.map(({ path }) => path));
    expect(new Set([...paths].map((path) => path.replace(/\{\w+\}/g, "{}"))).size).toBe(paths.size);
  });

  test("declares exactly the parameters of each path", () => {
    for (const { path, operation } of operations) {
      const declared = (operation.parameters ?? [])
        .filter((one) => one.in === "path")
        .map(({ name }) => name);
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(declared.sort(), path).toEqual(named.sort());
    }
  });
});
