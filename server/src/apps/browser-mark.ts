import { randomBytes } from "node:crypto";
import type { Config } from "../config.ts";

const NAME = "junctor_browser";
const MARK = /^[A-Za-z0-9_-]{43}$/;
const LIFE_S = 3600;

/** A random mark by which a callback recognises the browser that began to connect; `cookie` keeps it there. */
export function markBrowser(
  { publicUrl }: Pick<Config, "publicUrl">,
  given: string | undefined,
): { mark: string; cookie: string } {
  // One that is there already stays, so that two tabs can connect at the same time.
  const mark = browserOf(given) ?? randomBytes(32).toString("base64url");
  const { protocol, pathname } = new URL(publicUrl);
  const secure = protocol === "https:" ? "; Secure" : "";
  const cookie = `${NAME}=${mark}; Path=${pathname}; Max-Age=${LIFE_S}; HttpOnly; SameSite=Lax${secure}`;
  return { mark, cookie };
}

/** The mark in a `cookie` header. */
export function browserOf(header: string | undefined): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  return value !== undefined && MARK.test(value) ? value : undefined;
}
