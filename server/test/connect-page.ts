import { expect } from "vitest";
import type { TestServer } from "./test-server.ts";

/** A browser on its way to the provider. */
export interface SentOn {
  /** The provider's address. */
  readonly address: URL;
  /** The cookie that binds the flow to this browser, as a `cookie` header. */
  readonly cookie: string;
  /** Returns to the application's callback, in this browser or with other cookies. */
  back(query: string, cookie?: string): ReturnType<TestServer["request"]>;
}

/** Opens the page where connecting begins and continues from it as a browser does. */
export async function goOn(
  { request }: Pick<TestServer, "request">,
  authUrl: string,
  cookies = "",
): Promise<SentOn> {
  const { pathname } = new URL(authUrl);
  const page = await request({ url: pathname, headers: { cookie: cookies } });
  expect(page.status, page.text).toBe(200);
  const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const hidden = page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  const form = new URLSearchParams([...hidden].map(([, name = "", value = ""]) => [name, value]));
  const sent = await request({
    method: "POST",
    url: action,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
      cookie: cookies,
    },
    body: form.toString(),
  });
  expect(sent.status, sent.text).toBe(200);
  const onward = /<meta http-equiv="refresh" content="0;url=([^"]+)">/.exec(sent.text)?.[1] ?? "";
  const address = new URL(onward.replaceAll("&amp;", "&").replaceAll("&#39;", "'"));
  const cookie = String(sent.headers["set-cookie"]).split(";")[0] ?? "";
  const slug = action.split("/").at(-2);
  const back: SentOn["back"] = (query, own = cookie) => {
    const state = encodeURIComponent(address.searchParams.get("state") ?? "");
    return request({ url: `/api/v1/${slug}/callback?state=${state}&${query}`, headers: { cookie: own } });
  };
  return { address, cookie, back };
}
