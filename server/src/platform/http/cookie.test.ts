import { expect, test } from "vitest";
import { buildCookieHeader, findCookie } from "./cookie.ts";

const mark = { name: "mark", value: "v", maxAgeS: 60 };

test("over https only this host can set a cookie, and it is never sent in plain text", () => {
  const config = { publicUrl: "https://connect.example.com/base" };
  expect(buildCookieHeader(config, mark)).toBe(
    "__Host-mark=v; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure",
  );
  expect(findCookie(config, "a=b; __Host-mark=own; mark=planted", "mark")).toBe("own");
  expect(findCookie(config, "mark=planted", "mark")).toBeUndefined();
});

test("over http a cookie is limited to the server's path", () => {
  const config = { publicUrl: "http://127.0.0.1:3000/base" };
  expect(buildCookieHeader(config, mark)).toBe("mark=v; Path=/base; Max-Age=60; HttpOnly; SameSite=Lax");
  expect(findCookie(config, "xmark=no; mark=v", "mark")).toBe("v");
  expect(findCookie(config, undefined, "mark")).toBeUndefined();
});
