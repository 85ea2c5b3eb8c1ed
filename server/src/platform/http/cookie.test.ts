import { expect, test } from "vitest";
import { buildCookieHeader, findCookie } from "./cookie.ts";

const mark = { name: "mark", value: "v", maxAgeS: 60 };

test("over https only this very host can set a cookie, and it never travels in the open", () => {
  const config = { publicUrl: "https://connect.example.com/base" };
  expect(buildCookieHeader(config, mark)).toBe(
    "__Host-mark=v; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure",
  );
  expect(findCookie(config, "a=b; __Host-mark=own; mark=planted", "mark")).toBe("own");
  expect(findCookie(config, "mark=planted", "mark")).toBeUndefined();
});

test("over http a cookie belongs to the path of the server", () => {
  const config = { publicUrl: "http://127.0.0.1:3000/base" };
  expect(buildCookieHeader(config, mark)).toBe("mark=v; Path=/base; Max-Age=60; HttpOnly; SameSite=Lax");
  expect(findCookie(config, "xmark=no; mark=v", "mark")).toBe("v");
  expect(findCookie(config, undefined, "mark")).toBeUndefined();
});
