// Receives webhooks and shows those whose signature is right. Plain JavaScript without packages, for any Node >= 20:
//   SECRET=whsec_… PORT=4000 node examples/receiver/main.mjs
// With a library of https://www.standardwebhooks.com, `isFromJunctor` is new Webhook(SECRET).verify(text, headers).
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const { SECRET = "", PORT = "4000" } = process.env;
const TOLERANCE_S = 300;
const seen = new Set();

if (!SECRET.startsWith("whsec_")) {
  console.error("Set SECRET to the webhook's secret, which begins with whsec_.");
  process.exit(1);
}

const server = createServer(async (request, response) => {
  // The raw text: parsed and serialized again, it would have another signature.
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  if (!isFromJunctor(request.headers, text)) {
    console.log("refused: the signature is wrong");
    return response.writeHead(401).end();
  }
  // Deliveries arrive at least once: the same id means the same delivery.
  const id = request.headers["webhook-id"];
  console.log(`${seen.has(id) ? "verified again" : "verified"}: ${text}`);
  seen.add(id);
  response.writeHead(204).end();
});
server.listen(Number(PORT), "127.0.0.1", () =>
  console.log(`Waiting for webhooks on http://127.0.0.1:${PORT}`),
);

function isFromJunctor(headers, text) {
  const timestamp = headers["webhook-timestamp"];
  // Refuses older deliveries, which may have been recorded and replayed.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < TOLERANCE_S)) return false;
  const key = Buffer.from(SECRET.slice("whsec_".length), "base64");
  const signed = `${headers["webhook-id"]}.${timestamp}.${text}`;
  const expected = createHmac("sha256", key).update(signed).digest();
  // While a secret is being rotated there are two signatures, separated by a space.
  return String(headers["webhook-signature"])
    .split(" ")
    .some((signature) => {
      const given = Buffer.from(signature.replace(/^v1,/, ""), "base64");
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
}
