import { expect, test } from "vitest";
import { collectAuthority } from "./authority.ts";

test("a definition entrusts credentials to its base URLs and to all addresses of its sign-in", () => {
  const definition = {
    base_url: "https://{{ settings.site }}.example.com/api",
    auth: {
      oauth2: {
        authorize_url: "https://auth.example.com/authorize",
        token_url: "https://tokens.example.com/token",
        accounts: { request: { method: "GET", base_url: "https://accounts.example.com", path: "/mine" } },
      },
    },
    actions: { read: { request: { method: "GET", base_url: "https://files.example.com", path: "/files" } } },
  };
  expect(collectAuthority("manifest", definition)).toEqual([
    "https://accounts.example.com",
    "https://auth.example.com",
    "https://files.example.com",
    "https://tokens.example.com",
    "https://{{settings.site}}.example.com",
  ]);
});
