import type { CallOptions, Send } from "../http/http.ts";
import { eachRecord } from "../http/pages.ts";
import type { Body, Query } from "../http/wire.ts";

const PATH = "/api/v2/public/webhook";
const ONE = `${PATH}/{id}` as const;
const DELIVERIES = `${ONE}/deliveries` as const;

/** Calls about webhooks and their deliveries. */
export function webhookCalls(send: Send) {
  const deliveries = (id: string, query: Query<"get", typeof DELIVERIES> = {}, options: CallOptions = {}) =>
    send("get", DELIVERIES, { path: { id }, query, ...options });
  return {
    /** The reply has the signing secret. */
    create: (webhook: Body<"post", typeof PATH>, options: CallOptions = {}) =>
      send("post", PATH, { body: webhook, ...options }),
    list: (options: CallOptions = {}) => send("get", PATH, options),
    get: (id: string, options: CallOptions = {}) => send("get", ONE, { path: { id }, ...options }),
    /** Changes the given fields. */
    update: (id: string, changes: Body<"put", typeof ONE>, options: CallOptions = {}) =>
      send("put", ONE, { path: { id }, body: changes, ...options }),
    /** Deletes the webhook and resolves with the remaining ones. */
    delete: (id: string, options: CallOptions = {}) => send("delete", ONE, { path: { id }, ...options }),
    /** The secret that signs its deliveries. */
    secret: (id: string, options: CallOptions = {}) =>
      send("get", `${ONE}/secret`, { path: { id }, ...options }),
    /** Creates a new secret; the old one also signs for a day. */
    rotateSecret: (id: string, options: CallOptions = {}) =>
      send("post", `${ONE}/secret/rotate`, { path: { id }, ...options }),
    /** One page of deliveries with their attempts, newest first. */
    deliveries,
    allDeliveries: (id: string, options: CallOptions = {}) =>
      eachRecord((place) => deliveries(id, place, options)),
    /** Sends a delivery again. */
    resend: (id: string, deliveryId: string, options: CallOptions = {}) =>
      send("post", `${DELIVERIES}/{delivery_id}/resend`, {
        path: { id, delivery_id: deliveryId },
        ...options,
      }),
    /** Sends a test delivery. */
    test: (id: string, options: CallOptions = {}) =>
      send("post", `${ONE}/test`, { path: { id }, ...options }),
  };
}
