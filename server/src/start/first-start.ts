import { generateApiKey, insertApiKey } from "../auth/keys/keys.ts";
import { insertOrganization } from "../auth/organizations/organizations.ts";
import { ENVIRONMENTS } from "../auth/scope.ts";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import { buildSignInUrl } from "../operators/links.ts";

/**
 * The keys that the first start generated and will never show again; undefined for those from the
 * environment.
 */
export interface FirstStart {
  readonly test: string | undefined;
  readonly production: string | undefined;
}

/**
 * Creates the first organization and its two keys, given or generated; undefined if one exists already. Many
 * processes may call it at once: one of them creates it.
 */
export async function createFirstOrganization(
  deps: Pick<Deps, "config" | "queue" | "vault" | "clock">,
): Promise<FirstStart | undefined> {
  const { config, queue, vault, clock } = deps;
  const given = { test: config.testApiKey, production: config.productionApiKey };
  const made = {
    test: given.test === undefined ? generateApiKey("test") : undefined,
    production: given.production === undefined ? generateApiKey("production") : undefined,
  };
  return queue.transaction(async (tx) => {
    const claimed = await tx
      .insertInto("installation")
      .values({ name: "provisioned", sealed: Buffer.alloc(0) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!claimed.numInsertedOrUpdatedRows) return undefined;
    const { id: orgId } = await insertOrganization(tx, "My company", clock.now());
    for (const environment of ENVIRONMENTS) {
      const key = given[environment] ?? made[environment];
      if (key !== undefined) await insertApiKey(tx, vault, { orgId, environment }, key, clock.now());
    }
    return made;
  });
}

/**
 * The box that is printed at a start. It shows the keys only if they were just created, and the sign-in link as long as
 * nobody owns production.
 */
export function describeStart(
  config: Config,
  { url, metricsUrl }: { readonly url: string; readonly metricsUrl: string | undefined },
  made: FirstStart | undefined,
  signInToken?: string,
): string {
  // With PORT=0 the address is known only now.
  const publicUrl = config.publicUrl.replace(/^http:.*:0$/, url);
  const rows = [
    ["Junctor", publicUrl],
    ["Dashboard", `${publicUrl}/app`],
    ...(signInToken === undefined ? [] : [["Sign in", buildSignInUrl(publicUrl, signInToken)]]),
    ["Reference", `${url}/docs`],
    ...(metricsUrl === undefined ? [] : [["Metrics", `${metricsUrl}/metrics`]]),
    ...(config.simulatorUrl === undefined
      ? []
      : [["Simulated", `third-party applications, by ${config.simulatorUrl}`]]),
    ["Data", config.databaseUrl ? "PostgreSQL of DATABASE_URL" : config.dataDir],
  ];
  if (made?.test) rows.push(["Test key", made.test]);
  if (made?.production) rows.push(["Production key", made.production]);
  const width = Math.max(...rows.map(([label = ""]) => label.length));
  const lines = rows.map(([label = "", text]) => `${label.padEnd(width)}  ${text}`);
  if (made?.test || made?.production) lines.push("", "The keys are shown only once: store them safely.");
  if (signInToken !== undefined)
    lines.push("", "The sign-in link works once and makes you the owner; a restart prints a new one.");
  const box = drawBox("ready", lines);
  if (!made) return box;
  const account = `'{"linked_account_id":"first-customer","name":"First customer","udf":{"plan":"pro"}}'`;
  const steps = [
    "Try it (creates your first linked account):",
    curl(`${url}/api/v2/public/linked-account`, keyHeader(made.test, "JUNCTOR_TEST_API_KEY"), account),
  ];
  if (config.rateLimitPerMinute > 0)
    steps.push(
      `Each linked account may send ${config.rateLimitPerMinute} requests a minute; to raise the limit in all environments:`,
      curl(
        `${url}/api/v2/public/organization`,
        keyHeader(made.production, "JUNCTOR_PRODUCTION_API_KEY"),
        `'{"rate_limits":{"requests":600}}'`,
      ),
    );
  return `${box}\n\n${steps.join("\n\n")}\n`;
}

/** Lines within a border; nothing is wrapped, because people copy keys from it. */
function drawBox(title: string, lines: readonly string[]): string {
  const width = Math.max(...lines.map((line) => line.length)) + 4;
  const row = (text: string) => `│${`  ${text}`.padEnd(width)}│`;
  return [
    `╭${` ${title} `.padEnd(width, "─")}╮`,
    ...["", ...lines, ""].map(row),
    `╰${"─".repeat(width)}╯`,
  ].join("\n");
}

/** The header for a shell command: a key from the environment is never printed; its variable stands in for it. */
function keyHeader(made: string | undefined, variable: string): string {
  return made === undefined ? `"x-api-key: $${variable}"` : shellQuote(`x-api-key: ${made}`);
}

function curl(url: string, key: string, body: string): string {
  const headers = `-H ${key} -H 'content-type: application/json'`;
  return `curl -X PUT ${url} \\\n  ${headers} \\\n  -d ${body}`;
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
