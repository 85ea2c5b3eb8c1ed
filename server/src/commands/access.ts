import { parseArgs } from "node:util";
import { generateApiKey, insertApiKey, type KeyFacts, listApiKeys, revokeApiKey } from "../auth/keys/keys.ts";
import { insertOrganization, listOrganizations } from "../auth/organizations/organizations.ts";
import { ROLES } from "../auth/roles.ts";
import { ENVIRONMENTS } from "../auth/scope.ts";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import { StartError } from "../platform/errors.ts";
import { parseMoment } from "../platform/moment.ts";
import { buildDeps } from "../start/build-deps.ts";

/** `junctor keys create|list|revoke`: creates, lists and revokes API keys; a new key is printed only once. */
export async function runKeysCommand(config: Config, argv: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(argv);
  const [action, id, ...others] = positionals;
  await withDeps(config, async (deps) => {
    // "keys create production" must not silently create a test key.
    if (action === "create" && !id) return createKey(deps, values);
    if (action === "list" && !id) return listKeys(deps, values.organization);
    if (action === "revoke" && id && others.length === 0) return revokeKey(deps, id);
    throw new StartError(
      "Usage: junctor keys create --environment test|production [--name NAME] [--role viewer|support|developer|owner] [--expires 2027-01-31] [--organization ID] | list [--organization ID] | revoke ID",
    );
  });
}

/** `junctor organizations create|list`. */
export async function runOrganizationsCommand(config: Config, argv: readonly string[]): Promise<void> {
  const [action, ...words] = readArguments(argv).positionals;
  await withDeps(config, async (deps) => {
    if (action === "create" && words.length > 0) return createOrganization(deps, words.join(" "));
    if (action !== "list") throw new StartError("Usage: junctor organizations create NAME | list");
    for (const { id, name, created_at } of await listOrganizations(deps.db))
      console.log(`${id}  ${created_at.toISOString()}  ${name}`);
  });
}

function readArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        organization: { type: "string" },
        environment: { type: "string", default: "test" },
        name: { type: "string" },
        role: { type: "string", default: "owner" },
        expires: { type: "string" },
      },
    });
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : "The arguments are not valid.");
  }
}

/** Runs `work` with the database, then closes it; `queueNames` are of the jobs that it adds. */
export async function withDeps(
  config: Config,
  work: (deps: Deps) => Promise<void>,
  queueNames: readonly string[] = [],
): Promise<void> {
  const deps = await buildDeps(config, { queueNames, works: false });
  try {
    await work(deps);
  } finally {
    await deps.close();
  }
}

async function createKey(
  { db, vault, clock }: Deps,
  values: { organization?: string; environment: string; name?: string; role: string; expires?: string },
): Promise<void> {
  const environment = ENVIRONMENTS.find((one) => one === values.environment);
  if (!environment) throw new StartError(`--environment must be one of ${ENVIRONMENTS.join(", ")}.`);
  const facts = readFacts(values, clock.now());
  const orgId = await chooseOrganization({ db }, values.organization);
  const key = generateApiKey(environment);
  const { id } = await insertApiKey(db, vault, { orgId, environment, facts }, key, clock.now());
  console.log(`${id}  ${environment}  ${key}\nThe key is shown only once: store it safely.`);
}

function readFacts(
  { name = null, role: given, expires }: { name?: string | null; role: string; expires?: string },
  now: Date,
): KeyFacts {
  const role = ROLES.find((one) => one === given);
  if (!role) throw new StartError(`--role must be one of ${ROLES.join(", ")}.`);
  const expiresAt = expires === undefined ? null : parseMoment(expires);
  if (expiresAt === undefined || (expiresAt && expiresAt <= now))
    throw new StartError("--expires must be a date in the future, such as 2027-01-31.");
  return { name, role, expiresAt };
}

async function listKeys({ db }: Deps, organization: string | undefined): Promise<void> {
  const orgId = await chooseOrganization({ db }, organization);
  for (const key of await listApiKeys(db, orgId)) {
    const end = key.expiresAt ? `active until ${key.expiresAt.toISOString()}` : "active";
    const state = key.revokedAt ? `revoked ${key.revokedAt.toISOString()}` : end;
    const used = key.lastUsedAt ? `used ${key.lastUsedAt} from ${key.lastUsedFrom}` : "not used";
    console.log(
      `${key.id}  ${key.environment.padEnd(10)}  …${key.lastFour}  ${key.createdAt.toISOString()}  ${state}  ${key.role}  ${used}  ${key.name ?? ""}`.trimEnd(),
    );
  }
}

async function revokeKey({ db, clock, credentials }: Deps, id: string): Promise<void> {
  if (!(await revokeApiKey(db, id, clock.now()))) throw new StartError(`There is no active key ${id}.`);
  await credentials.forget();
  console.log(`The key ${id} is revoked.`);
}

async function createOrganization({ vault, clock, queue }: Deps, name: string): Promise<void> {
  if (name.trim() === "" || name.length > 200)
    throw new StartError("The name of an organization has 1 to 200 characters.");
  const keys = { test: generateApiKey("test"), production: generateApiKey("production") };
  const { id } = await queue.transaction(async (tx) => {
    const made = await insertOrganization(tx, name, clock.now());
    for (const environment of ENVIRONMENTS)
      await insertApiKey(tx, vault, { orgId: made.id, environment }, keys[environment], clock.now());
    return made;
  });
  console.log(
    `${id}  ${name}\ntest        ${keys.test}\nproduction  ${keys.production}\nThe keys are shown only once: store them safely.`,
  );
}

/** The organization with this id, or the only one. */
export async function chooseOrganization(
  { db }: Pick<Deps, "db">,
  wanted: string | undefined,
): Promise<string> {
  const organizations = await listOrganizations(db);
  const [first, ...others] = wanted ? organizations.filter(({ id }) => id === wanted) : organizations;
  if (!first)
    throw new StartError(
      wanted ? `There is no organization ${wanted}.` : "There is no organization yet: start the server once.",
    );
  if (others.length > 0)
    throw new StartError("There are several organizations: name one with --organization ID.");
  return first.id;
}
