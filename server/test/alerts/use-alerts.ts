import type { Environment } from "../../src/auth/scope.ts";
import { jsonb } from "../../src/platform/database/database.ts";
import { createId } from "../../src/platform/id.ts";
import type { TestOrganization, TestServer } from "../test-server.ts";

const RULES = "/api/v2/public/alert-rules";

/** What tests do with alerts in an organization's test environment. */
export function useAlerts(server: TestServer, { orgId, testKey: key }: TestOrganization) {
  const { db, clock } = server.deps;
  const ok = async (request: Parameters<TestServer["request"]>[0]) => {
    const reply = await server.request({ key, ...request });
    if (reply.status !== 200) throw new Error(`${request.url}: ${reply.status} ${reply.text}`);
    return reply.body;
  };
  return {
    ok,
    createRule: (body: object) => ok({ method: "POST", url: RULES, body: { name: "Rule", ...body } }),
    updateRule: (id: string, body: object) => ok({ method: "PUT", url: `${RULES}/${id}`, body }),
    readRule: (id: string) => ok({ url: `${RULES}/${id}` }),
    listAlerts: async (query = "") => (await ok({ url: `/api/v2/public/alerts?${query}` })).docs,
    /** Registers a webhook that listens for alerts. */
    listen: (fields: object = {}) => {
      const body = {
        webhook_url: "https://hooks.example.com/alerts",
        webhook_events: ["Alert Fired", "Alert Resolved"],
        ...fields,
      };
      return ok({ method: "POST", url: "/api/v2/public/webhook", body });
    },
    /** What webhooks were sent about alerts, oldest first. */
    // biome-ignore lint/suspicious/noExplicitAny: payloads, in tests only
    listPayloads: async (): Promise<any[]> => {
      const deliveries = db.selectFrom("webhook_deliveries").select("payload").where("org_id", "=", orgId);
      return (await deliveries.orderBy("id").execute()).map(({ payload }) => payload);
    },
    /** Counts ends of executions of a workflow, `minutesAgo`. */
    count: async (
      workflowId: string,
      counts: Readonly<Record<string, number>>,
      {
        minutesAgo = 0,
        environment = "test",
        every = "minute",
      }: { minutesAgo?: number; environment?: Environment; every?: "minute" | "hour" } = {},
    ) => {
      const at = new Date(clock.now().getTime() - minutesAgo * 60_000);
      at.setUTCSeconds(0, 0);
      const row = {
        org_id: orgId,
        environment,
        subject: "executions",
        every,
        dimension: "workflow",
      } as const;
      await db
        .insertInto("statistics")
        .values(
          Object.entries(counts).map(([status, count]) => ({
            ...row,
            at,
            value: workflowId,
            status,
            count: String(count),
            duration_ms: "0",
            histogram: jsonb({}),
          })),
        )
        .execute();
    },
    /** Creates a connection of a new account, which expired `minutesAgo`. */
    expire: async ({
      slug = "hubspot",
      minutesAgo = 0,
      name = "Acme",
      environment = "test" as Environment,
    } = {}) => {
      const at = new Date(clock.now().getTime() - minutesAgo * 60_000);
      const scope = { org_id: orgId, environment };
      const dates = { created_at: at, updated_at: at };
      const accountId = `customer-${createId()}`;
      const account = await db
        .insertInto("linked_accounts")
        .values({
          id: createId(),
          ...scope,
          account_id: accountId,
          name,
          udf: jsonb([]),
          your_app: null,
          ...dates,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const id = createId();
      const connection = {
        id,
        ...scope,
        account_id: account.id,
        slug,
        auth_type: "keybased",
        status: "expired",
      } as const;
      await db
        .insertInto("connections")
        .values({
          ...connection,
          identifier: null,
          name: null,
          secrets: Buffer.alloc(1),
          connected_at: at,
          expires_at: null,
          refresh_at: null,
          retry_at: null,
          last_error: null,
          lease: null,
          leased_until: null,
          ...dates,
        })
        .execute();
      return { id, accountId, accountRow: account.id };
    },
    renew: async (id: string) => {
      await db.updateTable("connections").set({ status: "active" }).where("id", "=", id).execute();
    },
  };
}
