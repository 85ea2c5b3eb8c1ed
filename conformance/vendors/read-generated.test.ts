import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { DocumentedOperation } from "./find-mismatches.ts";
import { readDiscord } from "./read-discord.ts";
import { readFern } from "./read-fern.ts";
import { readMatrix } from "./read-matrix.ts";
import { readSalesforce } from "./read-salesforce.ts";
import { readStainless } from "./read-stainless.ts";

const folder = mkdtempSync(join(tmpdir(), "junctor-generated-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, lines: readonly string[]): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, lines.join("\n"));
  return file;
}

/** As `POST /v1/orders ?limit body:name!,state(open|paid)`; `!` is required. */
function outline({ method, path, query, body }: DocumentedOperation): string {
  const list = (members: DocumentedOperation["query"]) =>
    [...members]
      .map(
        ([name, { required, values }]) =>
          name + (required ? "!" : "") + (values ? `(${values.join("|")})` : ""),
      )
      .join();
  return `${method} ${path} ?${list(query)} ${body === undefined ? "any body" : `body:${list(body)}`}`;
}

test("clients by Stainless say path, query and body of each call, stable ones first", () => {
  const call = (name: string, path: string) => [
    `export class ${name} {`,
    "  declare _client: any;",
    `  create(params: Params) { const { version, ...body } = params; return this._client.post('${path}', { body, ...{} }); }`,
    "}",
    "export interface Params { version: string; name: string; state?: 'open' | 'paid' | null; labels?: Array<'a' | 'b'> }",
  ];
  write("client/src/resources/beta/orders.ts", call("Beta", "/orders?beta=true"));
  write("client/src/resources/orders.ts", [
    ...call("Orders", "/orders"),
    "export class More {",
    "  declare _client: any;",
    "  list(query: { limit?: number; after: string } | null | undefined = {}) { return this._client.getAPIList('/orders', Object, { query }); }",
    "  get(id: string, options?: object) { return this._client.get(path`/orders/${id}/lines`, options); }",
    "  send(body: A | B) { const request = { body, timeout: 1 }; return this._client.put('/sent', { ...request }); }",
    "  add(body: A) { return this._client.post('/files', form({ body: { ...body, format: 'x' } })); }",
    "  search(body: any) { return this._client.getAPIList('/search', Object, { body, method: 'post' }); }",
    "  keep(body: { name: string; [more: string]: unknown }) { return this._client.patch('/kept', { body }); }",
    "  set(body: Record<string, unknown>) { return this._client.patch('/set', { body }); }",
    "}",
    "interface A { kind: 'a'; one: number }",
    "interface B { kind: 'b'; two?: boolean }",
    "declare function form(value: object): object;",
    "declare function path(parts: TemplateStringsArray, ...ids: string[]): string;",
  ]);
  expect(readStainless(join(folder, "client"), "/v1").map(outline)).toEqual([
    "POST /v1/orders ? body:name!,state(open|paid),labels(a|b)",
    "GET /v1/orders ?limit,after! body:",
    "GET /v1/orders/{}/lines ? body:",
    "PUT /v1/sent ? body:kind!(a|b),one,two",
    "POST /v1/files ? body:kind!(a),one!",
    "POST /v1/search ? any body",
    "PATCH /v1/kept ? body:name!",
    "PATCH /v1/set ? any body",
    "POST /v1/orders ? body:name!,state(open|paid),labels(a|b)",
  ]);
});

test("clients by Fern say path, query and body of each method", () => {
  write("fern/orders/client/Client.d.ts", [
    "export interface Find { order_id: string; page: number; per_page?: number }",
    "export interface Update { order_id: string; name: string; state?: State }",
    "type State = 'open' | 'paid'; declare const State: { readonly Open: 'open' };",
    "export declare class Orders {",
    "  find(request: Find, requestOptions?: object): object;",
    "  update(request: Update, requestOptions?: object): object;",
    "  add(request: { name: string }): object;",
    "  reply(request: { order_id: string; body: { text: string } }): object;",
    "  me(requestOptions?: object): object;",
    "}",
  ]);
  const method = (name: string, lines: readonly string[]) => [
    `    ${name}(request, requestOptions) {`,
    ...lines.map((line) => `                ${line}`),
    "                    body: _response.error.body,",
    "    }",
  ];
  write("fern/orders/client/Client.js", [
    "class Orders {",
    ...method("find", [
      "_queryParams.page = page;",
      '_queryParams["per_page"] = perPage;',
      "url: join(base, `orders/${core.encode(orderId)}/lines`),",
      'method: "GET",',
    ]),
    ...method("__update", [
      'const { order_id: orderId } = request, _body = __rest(request, ["order_id"]);',
      "url: join(base, `orders/${orderId}`),",
      'method: "PUT",',
      "body: _body,",
    ]),
    ...method("__add", ['url: join(base, "orders"),', 'method: "POST",', "body: request,"]),
    ...method("__reply", [
      "const { order_id: orderId, body: _body } = request;",
      "url: join(base, `orders/${orderId}/reply`),",
      'method: "POST",',
      "body: _body,",
    ]),
    ...method("__me", ['url: join(base, "me"),', 'method: "GET",']),
    "}",
  ]);
  expect(readFern(join(folder, "fern")).map(outline)).toEqual([
    "GET /orders/{}/lines ?page!,per_page body:",
    "PUT /orders/{} ? body:name!,state(open|paid)",
    "POST /orders ? body:name!",
    "POST /orders/{}/reply ? body:text!",
    "GET /me ? body:",
  ]);
});

test("Discord's paths say query and body of each method", () => {
  const file = write("discord.ts", [
    "export const enum Kind { TEXT = 0, VOICE = 2 }",
    "export interface Paths {",
    '  "/channels/{channel_id}": {',
    "    get: { parameters: { query?: { limit?: number } }; requestBody?: undefined };",
    "    post: { parameters: { query?: never }; requestBody?: { type: Kind; name?: string } };",
    "    put: { parameters: { query?: never }; requestBody?: { id: string }[] };",
    "  };",
    "}",
  ]);
  expect(readDiscord(file, "/api/v10").map(outline)).toEqual([
    "GET /api/v10/channels/{channel_id} ?limit body:",
    "POST /api/v10/channels/{channel_id} ? body:type!(0|2),name",
    "PUT /api/v10/channels/{channel_id} ? any body",
  ]);
});

test("the Matrix client's calls say path, query and body, merged by path", () => {
  const file = write("matrix.ts", [
    "declare const Method: { Get: 'GET'; Put: 'PUT'; Post: 'POST' };",
    "declare function encodeUri(path: string, values: object): string;",
    "interface Content { msgtype?: string; [key: string]: any }",
    "class Client {",
    "  declare http: { authedRequest(method: string, path: string, query?: object, body?: object): void };",
    "  whoami() { return this.http.authedRequest(Method.Get, '/account/whoami'); }",
    "  send(id: string, content: Content) {",
    "    const path = id ? encodeUri('/rooms/$id/send/$txn', {}) : encodeUri('/rooms/$id/redact/$txn', {});",
    "    return this.http.authedRequest(Method.Put, path, undefined, content);",
    "  }",
    "  list(from: string) {",
    "    const params: Record<string, string> = { dir: 'b' };",
    "    if (from) params.from = from;",
    "    const path = encodeUri('/rooms/$id/messages', {});",
    "    return this.http.authedRequest(Method.Get, path, params);",
    "  }",
    "  more() { return this.http.authedRequest(Method.Get, encodeUri('/rooms/$id/messages', {}), { limit: 1 }); }",
    "  create(options: { name?: string; preset: 'a' | 'b' }) { return this.http.authedRequest(Method.Post, '/createRoom', undefined, options); }",
    "  other() { return this.http.request(Method.Post, '/other'); }",
    "}",
  ]);
  expect(readMatrix(file, "/v3").map(outline)).toEqual([
    "GET /v3/account/whoami ? body:",
    "PUT /v3/rooms/{}/send/{} ? any body",
    "PUT /v3/rooms/{}/redact/{} ? any body",
    "GET /v3/rooms/{}/messages ?dir,from,limit body:",
    "POST /v3/createRoom ? body:name,preset!(a|b)",
  ]);
});

test("Salesforce's client says path, query and body of each request that it sends, and which fields objects have", async () => {
  const record = "https://vendor.example/services/data/v1.0/sobjects/AnyObject/AnyId";
  // Every call of the client, however deep, is one of these requests.
  write("salesforce/index.js", [
    "const requests = [",
    `  { method: "PATCH", url: "${record}?fields=Name", body: '{"AnyField__c":1}' },`,
    `  { method: "GET", url: "${record}/updated?start=1" },`,
    `  { method: "GET", url: "${record}/updated?end=1", body: null },`,
    '  { method: "POST", url: "https://vendor.example/composite/sobjects/AnyObject", body: \'{"ids":[],"fields":[]}\' },',
    '  { method: "POST", url: "https://vendor.example/Soap", body: "<xml/>" },',
    "];",
    "let sent = 0;",
    "const answer = (own) => new Proxy(() => {}, {",
    "  get: (_, name) => (name === 'then' ? undefined : (own[name] ?? answer(own))),",
    "  set: (_, name, value) => (own[name] = value) !== undefined,",
    "  apply: () => {",
    "    try { own._transport.httpRequest(requests[sent++ % requests.length]); } catch {}",
    "    return answer(own);",
    "  },",
    "});",
    "exports.Connection = function Connection() { return answer({}); };",
  ]);
  write("salesforce/lib/types/standard-schema.d.ts", [
    "type Fields$Account = { Id: string; Name: string | null };",
    "type Other = { Id: string };",
  ]);
  expect((await readSalesforce(join(folder, "salesforce"), "1.0")).map(outline).sort()).toEqual([
    "GET /services/data/v1.0/sobjects/{}/{}/updated ?start,end body:",
    "PATCH /services/data/v1.0/sobjects/Account/{} ? body:Id,Name",
    "PATCH /services/data/v1.0/sobjects/{}/{} ?fields any body",
    "POST /Soap ? any body",
    "POST /composite/sobjects/{} ? body:ids,fields",
    "POST /services/data/v1.0/sobjects/Account ? body:Id,Name",
  ]);
});
