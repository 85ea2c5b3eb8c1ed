import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { readDocument } from "../../apps/providers/openapi/document.ts";
import { OpenApiError } from "../../apps/providers/openapi/openapi-error.ts";
import { toObject, toShortText } from "../../apps/providers/openapi/read-json.ts";
import { parseAllowList } from "../../platform/outbound/address-guard.ts";
import { createOutbound } from "../../platform/outbound/outbound.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { type SimulatedApplication, SimulatorError, toAccountKey } from "../application.ts";
import { createDocumentApplication } from "./document-application.ts";

// Whoever runs a simulator names the document; it is often served by a machine of their own.
const ANYWHERE = "0.0.0.0/0,::/0";
const MOST_BYTES = 50 * 1024 * 1024;

/** Loads OpenAPI documents from files and addresses; `now` is in milliseconds. Throws `SimulatorError`. */
export async function loadDocumentApplications(
  sources: readonly string[],
  now: () => number,
): Promise<SimulatedApplication[]> {
  return Promise.all(
    sources.map(async (source) => {
      const text = /^https?:/.test(source) ? await fetchDocument(source) : await readDocumentFile(source);
      try {
        const document = readDocument(text, () => {}, /^https?:/.test(source) ? source : undefined);
        const title = toShortText(toObject(document.root.info).title) ?? basename(source, extname(source));
        const application = createDocumentApplication(
          { slug: toAccountKey(title) ?? "document", document },
          now,
        );
        if (application.hosts.length > 0) return application;
      } catch (error) {
        if (!(error instanceof OpenApiError)) throw error;
        throw new SimulatorError(`${source}: ${error.message}`);
      }
      throw new SimulatorError(
        `${source} names no server with a complete address, so nothing can be sent to it.`,
      );
    }),
  );
}

async function readDocumentFile(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch {
    throw new SimulatorError(`There is no file ${file} that can be read.`);
  }
}

async function fetchDocument(url: string): Promise<string> {
  const outbound = createOutbound({ allow: parseAllowList(ANYWHERE) });
  try {
    const request = { method: "GET", url, redirects: "follow", maxResponseBytes: MOST_BYTES } as const;
    const { status, body } = await outbound.request(request);
    if (status === 200) return body.toString("utf8");
    throw new SimulatorError(`${url} answered ${status} instead of an OpenAPI document.`);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new SimulatorError(`${url} cannot be fetched: ${error.message}`);
  } finally {
    await outbound.close();
  }
}
