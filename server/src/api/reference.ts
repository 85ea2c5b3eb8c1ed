import { createHash } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";

/** A small server for the reference page, without links to external services. */
export async function buildReference(): Promise<FastifyInstance> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const app = Fastify();
  await app.register(scalar, {
    routePrefix: "/docs",
    configuration: {
      url: "/openapi.json",
      pageTitle: "Junctor API",
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: "never",
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  return app;
}

/** A file of the reference, as it is sent. */
interface ReferenceFile {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

const PASSED_ON = ["content-type", "location", "cache-control", "etag", "last-modified"];

/**
 * Reads a file of the reference; the page gets its language and a content policy that allows only what this server
 * sends.
 */
export async function readReference(reference: FastifyInstance, url: string): Promise<ReferenceFile> {
  const { statusCode: status, headers: given, rawPayload } = await reference.inject(url);
  const headers: Record<string, string> = { "x-content-type-options": "nosniff" };
  for (const name of PASSED_ON) if (given[name] !== undefined) headers[name] = String(given[name]);
  if (!headers["content-type"]?.startsWith("text/html")) return { status, headers, body: rawPayload };
  const text = rawPayload.toString("utf8").replace(/<html(?=>)/, '<html lang="en"');
  return { status, headers: { ...headers, "content-security-policy": policyFor(text) }, body: text };
}

/** The page's own scripts are allowed by hash; its styles are created at run time. */
function policyFor(page: string): string {
  const scripts = [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)];
  const hashes = scripts.map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashes].join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
