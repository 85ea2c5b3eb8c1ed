import { expect, test } from "vitest";
import { ConnectorError } from "../../../connector.ts";
import { createPagedConnector, readPagedList } from "./test-paging.ts";

const asCursor = (position: unknown) => Buffer.from(JSON.stringify(position)).toString("base64url");

const next = (links: (string | undefined)[]) => {
  let page = 0;
  return () => {
    const link = links[page++];
    return {
      body: { data: [page], next: link },
      headers: { link: `<${link ?? "/v1/x"}>; rel="${link ? "next" : "prev"}"` },
    };
  };
};

test.each([
  ["in the header", { path: "/more/*" }],
  ["in the answer", { from: "body.next", path: "/more/*" }],
])("a link %s may be whole or relative, and carries the credential only in our own way", async (_, link) => {
  const connector = createPagedConnector({ items: "body.data", link });
  const { asked, items } = await readPagedList(
    connector,
    next([
      "https://shop.example.com/v1/more/7?page=2&k=stolen",
      "/v1/thing%73?page=3",
      "/v1/more/01g-20",
      undefined,
    ]),
    { max_pages: 100 },
  );
  expect(items).toEqual([1, 2, 3, 4]);
  expect(asked).toEqual([
    "/v1/things?k=s",
    "/v1/more/7?page=2&k=s",
    "/v1/things?page=3&k=s",
    "/v1/more/01g-20?k=s",
  ]);
});

test.each([
  "https://evil.example.com/v1/more",
  "//evil.example.com/v1/more",
  "https://shop.example.com:8443/v1/more",
  "https://shop.example.com/admin",
  "/v1/../admin",
  "/v1/%2e%2e/admin",
  "/v10/things",
  "file:///etc/passwd",
  "/v1/users",
  "/v1/things/1",
  "/v1/more",
  "/v1/more/..%2fusers",
  "/v1/more/%252e%252e",
  "/v1/more/a/b",
])("a link to %s is not followed, nor taken as a cursor", async (target) => {
  const connector = createPagedConnector({
    items: "body.data",
    link: { from: "body.next", path: "/more/*" },
  });
  const answers = next([target, undefined]);
  const error = await readPagedList(connector, answers, { max_pages: 2 }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConnectorError);
  expect(error).toMatchObject({ code: "blocked" });
  let asked = 0;
  const count = () => ({ body: { data: [asked++] } });
  await expect(readPagedList(connector, count, { cursor: asCursor(target) })).rejects.toMatchObject({
    code: "input",
  });
  expect(asked).toBe(0);
});

test("a link comes back as a cursor for the action's own list only, so that a cursor is no request of any kind", async () => {
  const connector = createPagedConnector({ items: "body.data", link: {} });
  const answers = () => ({ body: { data: ["secret"] } });
  for (const position of [
    "/v1/admin/customers?all=1",
    "admin",
    "https://shop.example.com/v1/",
    { a: 1 },
    3,
  ]) {
    const reading = readPagedList(connector, answers, { cursor: asCursor(position) });
    await expect(reading).rejects.toMatchObject({ code: "input" });
  }
  const first = await readPagedList(connector, next(["?page=2"]));
  const second = await readPagedList(connector, answers, { cursor: first.next_cursor ?? "" });
  expect(second.asked).toEqual(["/v1/things?page=2&k=s"]);
});
