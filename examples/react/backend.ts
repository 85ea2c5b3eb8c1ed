import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { ServerClient } from "../../sdk/src/index.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface BackendOptions {
  readonly junctor: ServerClient;
  readonly junctorUrl: string;
  /** Answers everything that is not this API. */
  readonly frontend: Handler;
}

/** The product's own server, which alone knows the API key. */
export function createBackend({ junctor, junctorUrl, frontend }: BackendOptions): Server {
  return createServer((request, response) => {
    if (request.method !== "POST" || request.url !== "/api/portal-link") {
      frontend(request, response);
      return;
    }
    const answer = (status: number, body: object) =>
      response
        .writeHead(status, { "content-type": "application/json", "cache-control": "no-store" })
        .end(JSON.stringify(body));
    createPortalLink(junctor, signedInAccount(request)).then(
      (token) => answer(200, { token, junctorUrl }),
      (error) => {
        console.error("No portal link could be made:", error);
        answer(502, { message: "Integrations cannot be shown just now." });
      },
    );
  });
}

/** The token acts for the account: it is created for the signed-in customer only. */
async function createPortalLink(junctor: ServerClient, linkedAccountId: string): Promise<string> {
  const { token } = await junctor.portal.createLink({ name: "Quayside" }, { linkedAccountId });
  return token;
}

/** Your product reads this from its session, never from what the browser sends. Here, one customer is signed in. */
function signedInAccount(_request: IncomingMessage): string {
  return "harbor-tools";
}
