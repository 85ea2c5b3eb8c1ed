import { expect, test } from "vitest";
import { toCurl } from "./as-curl.ts";

test("a command is one for a shell, whatever is in the request", () => {
  const odd = `it's "$HOME" \`id\``;
  const headers = { accept: "*/*", "x-api-key": "[redacted]", "content-length": "7" };
  const command = toCurl({
    method: "PUT",
    url: "https://a.example.com/?q='",
    request: { headers, body: { text: odd } },
  });
  expect(command.split(" \\\n  ")).toEqual([
    String.raw`curl -X PUT 'https://a.example.com/?q='\'''`,
    "-H 'accept: */*'",
    "-H 'x-api-key: [redacted]'",
    `--data-raw 'it'\\''s "$HOME" \`id\`'`,
  ]);
});

test("a request without a body has none in the command", () => {
  expect(toCurl({ method: "GET", url: "https://a.example.com", request: { headers: {} } })).toBe(
    "curl -X GET 'https://a.example.com'",
  );
});
