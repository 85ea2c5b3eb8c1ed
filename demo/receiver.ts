import { createHmac, timingSafeEqual } from "node:crypto";
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { createReceipts, type Receipt, type Receipts } from "./receipts.ts";
import { createFaults } from "./third-party/faults.ts";

/** A webhook that the receiver accepted; `receipts` counts how often it arrived, including the first time. */
export type Delivery = {
  id: string;
  receivedAt: string;
  body: Record<string, unknown>;
  receipts: number;
};

/** What the receiver checks signatures against: the webhook's secret (`whsec_…`) and the environment's API key. */
export type SignatureSecrets = { webhookSecret: string; apiKey: string };

/** The running receiver of the SaaS product: accepted and refused webhooks, and the receipts of its workflows. */
export type Receiver = {
  url: string;
  receiptsUrl: string;
  receipts(): Receipt[];
  trust(secrets: SignatureSecrets): void;
  deliveries(): Delivery[];
  repeats(): number;
  unsigned(): number;
  badlySigned(): number;
  failNext(count: number, status?: number): void;
  failures(): number;
  close(): Promise<void>;
};

type Verdict = "good" | "unsigned" | "badly signed";

/**
 * Starts the receiver on 127.0.0.1 (port 0 picks a free one); until `trust` sets the secrets, no signature is accepted.
 */
export async function startReceiver(
  options: { port?: number; secrets?: SignatureSecrets } = {},
): Promise<Receiver> {
  const faults = createFaults();
  const inbox = createInbox(options.secrets);
  const receipts = createReceipts();
  const app = createApp(receipts, (request) => {
    const failureStatus = faults.take();
    return failureStatus === undefined
      ? inbox.receive(request)
      : { status: failureStatus, message: "The receiver was told to fail." };
  });
  const url = await app.listen({ host: "127.0.0.1", port: options.port ?? 0 });
  return {
    ...inbox.view,
    url: `${url}/webhooks`,
    receiptsUrl: `${url}/receipts`,
    receipts: receipts.all,
    failNext: faults.failNext,
    failures: faults.taken,
    close: () => app.close(),
  };
}

type InboxView = Pick<Receiver, "trust" | "deliveries" | "repeats" | "unsigned" | "badlySigned">;

function createInbox(initialSecrets: SignatureSecrets | undefined): {
  receive(request: WebhookRequest): Answer;
  view: InboxView;
} {
  const deliveries = new Map<string, Delivery>();
  const refused = { unsigned: 0, "badly signed": 0 };
  let secrets = initialSecrets;
  return {
    receive(request) {
      const verdict = judge(request, secrets);
      if (verdict !== "good") {
        refused[verdict] += 1;
        return { status: 401, message: `The webhook is ${verdict}.` };
      }
      return keep(deliveries, request);
    },
    view: {
      trust(given) {
        secrets = given;
      },
      deliveries: () => [...deliveries.values()],
      repeats: () => [...deliveries.values()].reduce((sum, { receipts }) => sum + receipts - 1, 0),
      unsigned: () => refused.unsigned,
      badlySigned: () => refused["badly signed"],
    },
  };
}

type Answer = { status: number; message: string };
type WebhookRequest = FastifyRequest<{ Body: Buffer }>;

function createApp(receipts: Receipts, receive: (request: WebhookRequest) => Answer): FastifyInstance {
  const app = fastify({ forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  // Signatures cover the raw bytes, so the body is parsed only after they are verified.
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
  app.post("/webhooks", async (request: WebhookRequest, reply) => {
    const { status, message } = receive(request);
    return reply.code(status).send({ message });
  });
  receipts.serve(app);
  return app;
}

function judge(request: WebhookRequest, secrets: SignatureSecrets | undefined): Verdict {
  const headers = request.headers;
  const signature = headers["webhook-signature"];
  const cobaltSignature = headers["x-cobalt-signature"];
  if (typeof signature !== "string" || typeof cobaltSignature !== "string") {
    return "unsigned";
  }
  if (secrets === undefined || !Buffer.isBuffer(request.body)) {
    return "badly signed";
  }
  const standard = {
    "webhook-id": String(headers["webhook-id"] ?? ""),
    "webhook-timestamp": String(headers["webhook-timestamp"] ?? ""),
    "webhook-signature": signature,
  };
  const good =
    isStandardSignature(request.body, standard, secrets.webhookSecret) &&
    isCobaltSignature(request.body, cobaltSignature, secrets.apiKey);
  return good ? "good" : "badly signed";
}

function isStandardSignature(body: Buffer, headers: Record<string, string>, secret: string): boolean {
  const webhook = new Webhook(secret);
  try {
    webhook.verify(body, headers, { jsonParse: false });
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) {
      return false;
    }
    throw error;
  }
}

function isCobaltSignature(body: Buffer, signature: string, apiKey: string): boolean {
  const expected = createHmac("sha256", apiKey).update(body).digest("hex");
  return /^[0-9a-f]{64}$/.test(signature) && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
}

function keep(deliveries: Map<string, Delivery>, request: WebhookRequest): Answer {
  const body: unknown = JSON.parse(request.body.toString("utf8"));
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return { status: 400, message: "The webhook's body is not a JSON object." };
  }
  const id = String(request.headers["webhook-id"]);
  const known = deliveries.get(id);
  if (known !== undefined) {
    known.receipts += 1;
    return { status: 200, message: "Already received." };
  }
  // A parsed JSON object has string keys.
  const fields = body as Record<string, unknown>;
  deliveries.set(id, { id, receivedAt: new Date().toISOString(), body: fields, receipts: 1 });
  return { status: 200, message: "Received." };
}
