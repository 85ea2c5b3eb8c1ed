import { startTestShop, type TestShop } from "./test-shop.ts";

/** For tests: a shop, and the import of a document of its orders, whose webhooks start workflows. */
export interface TestOrders {
  readonly shop: TestShop;
  /** Imports the document as an application without a sign-in, or with a key; `more` are members of the document. */
  importIt(slug: string, choice?: ImportChoice): Promise<void>;
  /** A published workflow that a webhook of the application starts, and an account that has it on. */
  follow(slug: string, event: string): Promise<FollowedWebhook>;
  /** What the account must enter at the provider. */
  subscriptions(account: string): Promise<ShownSubscription[]>;
  send(
    path: string,
    event: object | string,
    headers?: Record<string, string | string[]>,
  ): ReturnType<TestShop["server"]["request"]>;
}

interface ImportChoice {
  readonly isKeyed?: boolean;
  readonly more?: object;
  readonly key?: string;
}

interface ShownSubscription {
  readonly _id: string;
  readonly event: string;
  readonly address: string;
  readonly secret?: string;
  readonly username?: string;
  readonly needs_secret?: boolean;
  readonly has_secret?: boolean;
}

interface FollowedWebhook {
  readonly account: string;
  readonly workflow: string;
  readonly shown: ShownSubscription;
  /** Of the address. */
  readonly path: string;
}

const text = { type: "string" };
const bodyOf = (type: string) => ({
  content: {
    "application/json": {
      schema: {
        type: "object",
        required: ["id", "type", "data"],
        properties: { id: text, type: { const: type }, data: { type: "object" } },
      },
    },
  },
});

/** What the document says that the provider sends. */
export const ORDER_WEBHOOKS: Readonly<Record<string, object>> = {
  "order.paid": { post: { summary: "An order was paid", requestBody: bodyOf("order.paid") } },
  "order.sent": { post: { summary: "An order was sent", requestBody: bodyOf("order.sent") } },
};

/** Starts the shop; close it at the end. */
export async function startTestOrders(): Promise<TestOrders> {
  const shop = await startTestShop();
  const documentOf = (isKeyed: boolean, more: object) => ({
    openapi: "3.1.0",
    info: { title: "Orders", version: "1.0.0" },
    servers: [{ url: shop.api.url }],
    ...(isKeyed && {
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-App-Key" } } },
      security: [{ key: [] }],
    }),
    paths: { "/me": { get: { operationId: "whoAmI" } } },
    webhooks: ORDER_WEBHOOKS,
    ...more,
  });
  const subscriptions: TestOrders["subscriptions"] = async (account) => {
    const url = "/api/v2/public/trigger-subscriptions";
    return (await shop.server.request({ url, key: shop.server.testKey, account })).body;
  };
  return {
    shop,
    subscriptions,
    importIt: async (slug, { isKeyed = false, more = {}, key = shop.server.testKey } = {}) => {
      const url = "/api/v2/public/application/openapi";
      const scheme = isKeyed ? {} : { security_scheme: { type: "none" } };
      const body = { slug, document: documentOf(isKeyed, more), ...scheme };
      const { status, text: reply } = await shop.server.request({ method: "POST", url, key, body });
      if (status !== 200) throw new Error(reply);
    },
    follow: async (slug, event) => {
      const account = await shop.account();
      const workflow = await shop.publish({ application: slug, event }, { slug });
      await shop.configure(account, [{ id: workflow, enabled: true }], slug);
      await shop.pass();
      const [shown] = await subscriptions(account);
      if (shown === undefined) throw new Error("There is no subscription.");
      return { account, workflow, shown, path: new URL(shown.address).pathname };
    },
    send: (path, event, headers = {}) =>
      shop.server.request({
        method: "POST",
        url: path,
        body: typeof event === "string" ? event : JSON.stringify(event),
        headers: { "content-type": "application/json", ...headers },
      }),
  };
}
