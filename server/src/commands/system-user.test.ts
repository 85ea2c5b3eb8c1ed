import { userInfo } from "node:os";
import { expect, test } from "vitest";
import { getSystemUser } from "./system-user.ts";

test("a user is known by its name, or by its number if the system has no name for it", () => {
  expect(getSystemUser()).toBe(userInfo().username);
  const fail = () => {
    throw new Error("uv_os_get_passwd returned ENOENT");
  };
  expect(getSystemUser(fail)).toBe(`uid ${process.getuid?.()}`);
});
