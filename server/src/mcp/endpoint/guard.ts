import type { IncomingHttpHeaders } from "node:http";
import type { Config } from "../../config.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Creates the check whether a request may come from where its headers say: another party's page must not reach the
 * endpoint through its visitor's browser. `Host` must be the public address; `Origin`, which only browsers send, the
 * public one, with its scheme and port, or one of JUNCTOR_CORS_ORIGINS. If the public address is loopback, both may
 * be loopback too, at any port. A `*` opens the API, which takes no cookies, but not this endpoint.
 */
export function createOriginGuard({
  publicUrl,
  corsOrigins,
}: Pick<Config, "publicUrl" | "corsOrigins">): (
  headers: Pick<IncomingHttpHeaders, "host" | "origin">,
) => boolean {
  const { host: ownHost, hostname: ownName, origin: ownOrigin } = new URL(publicUrl);
  const isLocal = LOOPBACK.includes(ownName)
    ? (address: string) => LOOPBACK.includes(URL.parse(address)?.hostname ?? "")
    : () => false;
  return ({ host, origin }) => {
    const name = () => URL.parse(`http://${host}`)?.hostname;
    if (host !== ownHost && name() !== ownName && !isLocal(`http://${host}`)) return false;
    if (origin === undefined || origin === ownOrigin || isLocal(origin)) return true;
    return corsOrigins !== "*" && corsOrigins.includes(origin);
  };
}
