import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ApiError } from "../platform/errors.ts";

/** Where `scripts/build-web.mjs` puts the dashboard and the customers' editor. */
export const WEB_FOLDER = fileURLToPath(new URL("../../../web/dist", import.meta.url));

const NOT_BUILT = "The dashboard is not built here: `npm run build:web` builds it.";

/** The text of a built page; 404 if it was not built. */
export async function readBuiltPage(name: "index.html" | "customer-editor.html"): Promise<string> {
  try {
    return await readFile(`${WEB_FOLDER}/${name}`, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new ApiError("not_found", "RESOURCE_NOT_FOUND", NOT_BUILT);
  }
}

/**
 * The content policy of a built page: styles are created at run time; scripts come only from this server's files.
 * Icons of own applications may be anywhere.
 */
export function buildPagePolicy({
  nonce,
  ancestors,
}: {
  readonly nonce?: string | undefined;
  readonly ancestors: string;
}): string {
  return [
    "default-src 'none'",
    `script-src 'self'${nonce === undefined ? "" : ` 'nonce-${nonce}'`}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
  ].join("; ");
}
