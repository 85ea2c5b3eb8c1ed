import { createFormToken } from "../src/pages/decision-routes.ts";
import type { TestReply, TestServer } from "./test-server.ts";

/** Sends a form to the page for a decision at `path`, as the page itself would; `form` replaces its token. */
export function sendDecision(
  server: Pick<TestServer, "deps" | "request">,
  path: string,
  fields: Record<string, string>,
): Promise<TestReply> {
  const form = new URLSearchParams({ form: createFormToken(server.deps, path), ...fields });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return server.request({ method: "POST", url: path, headers, body: form.toString() });
}
