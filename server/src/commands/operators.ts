import { parseArgs } from "node:util";
import { ROLES, type Role } from "../auth/roles.ts";
import { ENVIRONMENTS } from "../auth/scope.ts";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import { sendQueuedMail } from "../mail/send-queued-mail.ts";
import { createSignInLink } from "../operators/links.ts";
import { enqueueLinkMail, type MailedLink } from "../operators/mail/link-mail.ts";
import { removeOperator } from "../operators/remove-operator.ts";
import { EMAIL_PATTERN } from "../operators/schema.ts";
import {
  insertOperator,
  listOperators,
  listOperatorsByEmail,
  type OperatorRow,
  readOperator,
  resetOperator,
} from "../operators/store.ts";
import { ApiError, StartError } from "../platform/errors.ts";
import { chooseOrganization, withDeps } from "./access.ts";

const USAGE =
  "Usage: junctor operators invite EMAIL [--role viewer|support|developer|owner] [--environment test|production] [--organization ID] | list [--organization ID] | remove EMAIL [--delete-keys] [--organization ID] | reset EMAIL [--organization ID]";

interface Options {
  readonly role?: string;
  readonly environment?: string;
  readonly organization?: string;
  readonly "delete-keys"?: boolean;
}

/** `junctor operators invite|list|remove|reset`: manages who may sign in; links are printed only once. */
export async function runOperatorsCommand(config: Config, argv: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(argv);
  const [action, email, ...others] = positionals;
  if (others.length > 0) throw new StartError(USAGE);
  const work = async (deps: Deps) => {
    try {
      if (action === "list" && !email) return await printOperators(deps, values);
      if (action === "invite" && email) return await invite(deps, email, values);
      if (action === "remove" && email) return await remove(deps, email, values);
      if (action === "reset" && email) return await reset(deps, email, values);
    } catch (error) {
      throw error instanceof ApiError ? new StartError(error.message) : error;
    }
    throw new StartError(USAGE);
  };
  await withDeps(config, work, [sendQueuedMail.name]);
}

function readArguments(argv: readonly string[]) {
  try {
    const text = { type: "string" } as const;
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        organization: text,
        environment: text,
        role: text,
        "delete-keys": { type: "boolean" },
      },
    });
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : USAGE);
  }
}

async function invite(deps: Deps, email: string, options: Options): Promise<void> {
  if (!new RegExp(EMAIL_PATTERN, "u").test(email)) throw new StartError(`${email} is not an email address.`);
  const orgId = await chooseOrganization(deps, options.organization);
  const { total } = await listOperators(deps.db, orgId, { page: 1, limit: 1, offset: 0 });
  // The first operator must be able to invite the others.
  const role = readChoice("role", ROLES, options.role) ?? (total === 0 ? "owner" : "developer");
  const environment = readChoice("environment", ENVIRONMENTS, options.environment);
  const roles = environment ? { [environment]: role } : { test: role, production: role };
  const made = await deps.queue.transaction(async (tx) => {
    const row = await insertOperator(tx, orgId, { email, roles }, deps.clock.now());
    const token = await createSignInLink(tx, { orgId, operatorId: row.id }, deps.clock.now());
    return enqueueLinkMail(deps, tx, row, token);
  });
  console.log(`${email} was invited as ${role} in ${environment ?? "both environments"}.`);
  printLink(made);
}

async function printOperators(deps: Deps, { organization }: Options): Promise<void> {
  const orgId = await chooseOrganization(deps, organization);
  for (let offset = 0, more = true; more; offset += 100) {
    const { rows, total } = await listOperators(deps.db, orgId, { page: 1, limit: 100, offset });
    for (const row of rows) console.log(describe(row));
    more = offset + rows.length < total;
  }
}

function describe(row: OperatorRow): string {
  const role = (one: Role | null) => (one ?? "none").padEnd(9);
  const signsIn = row.password_hash === null ? "by link" : row.totp_on ? "password and code" : "password";
  return `${row.id}  test ${role(row.test_role)}  production ${role(row.production_role)}  ${signsIn.padEnd(17)}  ${row.email}`;
}

async function remove(
  deps: Deps,
  email: string,
  { "delete-keys": deletesKeys = false, organization }: Options,
): Promise<void> {
  const { id, org_id: orgId } = await readByEmail(deps, email, organization);
  const keys = await deps.queue.transaction((tx) =>
    removeOperator(tx, { orgId, id, deletesKeys }, deps.clock.now()),
  );
  await deps.credentials.forget();
  console.log(`${email} was removed and signed out.`);
  for (const { environment, name, lastFour } of keys)
    console.log(
      `API key of ${environment} ${deletesKeys ? "deleted" : "still works"}: ${name ?? "without a name"}, ends in ${lastFour}`,
    );
}

async function reset(deps: Deps, email: string, { organization }: Options): Promise<void> {
  const { id, org_id: orgId } = await readByEmail(deps, email, organization);
  const made = await deps.queue.transaction(async (tx) => {
    await resetOperator(tx, orgId, id, deps.clock.now());
    const token = await createSignInLink(tx, { orgId, operatorId: id }, deps.clock.now());
    return enqueueLinkMail(deps, tx, await readOperator(tx, orgId, id), token);
  });
  await deps.credentials.forget();
  console.log(`${email} was signed out; password and authenticator app were removed.`);
  printLink(made);
}

async function readByEmail(
  { db }: Deps,
  email: string,
  organization: string | undefined,
): Promise<OperatorRow> {
  const found = await listOperatorsByEmail(db, email);
  const [row, ...others] = found.filter(
    ({ org_id }) => organization === undefined || org_id === organization,
  );
  if (others.length > 0)
    throw new StartError(
      `${email} is an operator of several organizations: name one with --organization ID.`,
    );
  if (row) return row;
  throw new StartError(`There is no operator ${email}.`);
}

function printLink({ link, is_mailed: isMailed }: MailedLink): void {
  console.log(`${link}\nThe link is shown only once. It signs in once, within 7 days.`);
  if (isMailed) console.log("The server also sends it by mail.");
}

function readChoice<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  given: string | undefined,
): Choice | undefined {
  const choice = choices.find((one) => one === given);
  if (given === undefined || choice) return choice;
  throw new StartError(`--${name} must be one of ${choices.join(", ")}.`);
}
