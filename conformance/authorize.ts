import { spawn } from "node:child_process";
import { once } from "node:events";
import { findFreePort } from "../server/test/free-port.ts";

const AUTHORIZE = /http:\/\/\S+\/mcp\/oauth\/authorize\?\S+/;

/** A server whose authorization is checked, for a customer with this session token. */
export interface Authorized {
  /** The public address. */
  readonly url: string;
  readonly token: string;
  readonly endpoint: string;
}

/** A program of the suite that has ended. */
export interface Ended {
  /** Null where it was killed. */
  readonly code: number | null;
  readonly text: string;
}

/**
 * Runs the suite's scenarios for authorization servers as a client that has registered itself, and is the customer who
 * signs in with a one-time code and allows it. Gives what the suite printed; its results lie in `out`.
 */
export async function runAuthorization(
  suite: string,
  { url, token, endpoint }: Authorized,
  { out, env, timeout }: { out: string; env: NodeJS.ProcessEnv; timeout: number },
): Promise<Ended> {
  const port = String(await findFreePort());
  const client = await post(`${url}/mcp/oauth/register`, {
    client_name: "Conformance",
    redirect_uris: [`http://127.0.0.1:${port}/callback`],
  });
  const args = ["authorization", "--url", `${url}/mcp/oauth`, "--client-id", client.client_id, "-p", port];
  const child = spawn(process.execPath, [suite, ...args, "--resource", endpoint, "-o", out], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout,
  });
  let text = "";
  let begun = false;
  const listen = (chunk: Buffer) => {
    text += chunk;
    const address = AUTHORIZE.exec(text)?.[0];
    // The line may come in pieces.
    if (begun || address === undefined || !text.includes(`${address}\n`)) return;
    begun = true;
    allow(address, { url, token, endpoint }).catch((error: unknown) => {
      text += `\nThe customer could not allow it: ${String(error)}`;
      child.kill();
    });
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  const [code] = await once(child, "close");
  return { code, text };
}

/** What the customer's browser does. */
async function allow(address: string, { url, token, endpoint }: Authorized): Promise<void> {
  const serverId = endpoint.split("/").at(-1);
  const { code } = await post(`${url}/api/v2/public/mcp-servers/${serverId}/code`, undefined, {
    authorization: `Bearer ${token}`,
  });
  const cookies = new Map<string, string>();
  const load = async (
    target: string,
    form?: Record<string, string>,
  ): Promise<{ at: string; text: string }> => {
    const reply = await fetch(target, {
      method: form === undefined ? "GET" : "POST",
      redirect: "manual",
      headers: { cookie: [...cookies.values()].join("; "), "sec-fetch-site": "same-origin" },
      ...(form && { body: new URLSearchParams(form) }),
    });
    for (const cookie of reply.headers.getSetCookie())
      cookies.set(cookie.split("=")[0] ?? "", cookie.split(";")[0] ?? "");
    const text = await reply.text();
    const refresh = /<meta http-equiv="refresh" content="0;url=([^"]+)">/.exec(text)?.[1];
    const next = reply.headers.get("location") ?? refresh?.replaceAll("&amp;", "&");
    return next === undefined ? { at: target, text } : load(new URL(next, target).href);
  };
  const formOf = (text: string) => /name="form" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const asked = await load(address);
  const signedIn = await load(`${asked.at}/code`, { form: formOf(asked.text), code });
  await load(signedIn.at, { form: formOf(signedIn.text), decision: "allow" });
}

async function post(address: string, body?: object, headers: Record<string, string> = {}) {
  const reply = await fetch(address, {
    method: "POST",
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${address}: ${await reply.text()}`);
  return reply.json();
}
