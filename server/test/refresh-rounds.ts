import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { findApplication } from "../src/apps/catalog/application.ts";
import { createConnection } from "../src/apps/connections/connect.ts";
import { buildOAuthDefinition } from "../src/apps/connections/fake-provider.ts";
import type { AccountScope } from "../src/auth/scope.ts";
import type { Deps } from "../src/deps.ts";
import type { RotatingProvider } from "./rotating-provider.ts";
import type { UseOrder, UseReport } from "./use-connection.ts";

const PROGRAM = fileURLToPath(new URL("use-connection.ts", import.meta.url));

/** Creates an application of the provider through the API; `send` returns the status. */
export async function makeApplication(
  provider: RotatingProvider,
  slug: string,
  send: (method: "POST" | "PUT", url: string, body: object) => Promise<number>,
): Promise<void> {
  const base = "/api/v2/public/application";
  const client = { client_id: "id", client_secret: "client-secret" };
  const statuses = [
    await send("POST", base, buildOAuthDefinition(slug, provider.url)),
    await send("PUT", `${base}/${slug}/settings`, client),
  ];
  if (statuses.some((status) => status !== 200)) throw new Error(`The application was refused: ${statuses}.`);
}

/** Connects an account with the provider's first tokens. */
export async function connectRotating(
  deps: Deps,
  scope: AccountScope,
  slug: string,
  provider: RotatingProvider,
): Promise<void> {
  const application = await findApplication(deps, scope, slug);
  if (!application) throw new Error(`There is no application ${slug}.`);
  const { access, refresh } = provider.issue();
  const secrets = { settings: {}, values: { access_token: access }, refreshToken: refresh };
  const expiresAt = new Date(Date.now() + 3_600_000);
  await createConnection(deps, { scope, application }, { authType: "oauth2", secrets, expiresAt });
}

/** Expires the access token on both sides. */
export async function expireAccess(deps: Deps, slug: string, provider: RotatingProvider): Promise<void> {
  provider.expire();
  const past = new Date(Date.now() - 1000);
  await deps.db
    .updateTable("connections")
    .set({ expires_at: past, refresh_at: past })
    .where("slug", "=", slug)
    .execute();
}

/** Processes that share a connection, each with a separate pool. */
export interface Users {
  /** Makes all processes together make `uses` calls at the same time. */
  use(order: UseOrder): Promise<UseReport>;
  stop(): Promise<void>;
}

/** Starts `count` processes on the database of `environment`. */
export async function startUsers(count: number, environment: Record<string, string>): Promise<Users> {
  const children = await Promise.all(Array.from({ length: count }, () => startUser(environment)));
  return {
    use: async ({ uses, ...order }) => {
      const reports = await Promise.all(
        children.map((child) => ask(child, { ...order, uses: uses / count })),
      );
      return {
        succeeded: reports.reduce((sum, { succeeded }) => sum + succeeded, 0),
        problems: [...new Set(reports.flatMap(({ problems }) => problems))],
      };
    },
    stop: async () => {
      await Promise.all(
        children.map(async (child) => {
          const ended = once(child, "exit");
          child.disconnect();
          await ended;
        }),
      );
    },
  };
}

async function startUser(environment: Record<string, string>): Promise<ChildProcess> {
  const env = { PATH: process.env.PATH ?? "", JUNCTOR_LOG_LEVEL: "error", ...environment };
  const child = fork(PROGRAM, [], { env, execArgv: [] });
  await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error("A process ended before it was ready."))),
  ]);
  return child;
}

async function ask(child: ChildProcess, order: UseOrder): Promise<UseReport> {
  const answer = once(child, "message");
  child.send(order);
  const [report] = await answer;
  return report as UseReport; // the other end is use-connection.ts
}
