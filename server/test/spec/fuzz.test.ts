import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IS_SHORT } from "../short-form.ts";
import { arbitraryOf, text } from "./arbitrary.ts";
import type { Parameter, SpecOperation } from "./contract.ts";
import type { Call } from "./http-client.ts";
import { makeTenant, type Records, type Tenant } from "./records.ts";
import { callOf, OF_SESSIONS, recordsIn } from "./sample-calls.ts";
import { type SpecServer, startSpecServer } from "./spec-server.ts";

const SEED = 20_261_121;
const BATCHES = 4;
const REQUESTS = IS_SHORT ? 50 : 150;
// These would remove the credential that the other requests need.
const ENDING = ["POST /api/v2/public/session-token/revoke", "DELETE /api/v2/public/linked-account/{id}"];

let server: SpecServer;
beforeAll(async () => {
  server = await startSpecServer();
  server.work();
});
afterAll(() => server.close());

/** A request to `operation` that mostly follows its schema, with ids of the tenant's records among its parameters. */
function requestTo(operation: SpecOperation, { key, records }: Tenant, token: string): fc.Arbitrary<Call> {
  const { contract } = server;
  const values = (place: string) =>
    fc.record(
      Object.fromEntries(
        operation.parameters
          .filter((one) => one.in === place && one.name !== "linked_account_id")
          .map((one) => [
            one.name,
            place === "path" ? pathValue(operation, one, records) : parameterValue(one),
          ]),
      ),
      place === "path" ? {} : { requiredKeys: [] },
    );
  const body = operation.body
    ? fc.option(arbitraryOf(operation.body, contract.resolve), { nil: undefined, freq: 20 })
    : fc.constant(undefined);
  return fc
    .tuple(values("path"), values("query"), values("header"), body)
    .map(([path, query, given, sent]) => {
      const { method = "GET", path: address, headers } = callOf(operation.id, records, textsOf(path));
      const search = new URLSearchParams(textsOf(query)).toString();
      const who = operation.security.includes("apiKey") ? { key, account: records.account } : { token };
      return {
        method,
        path: search ? `${address}?${search}` : address,
        headers: textsOf({ ...headers, ...given }),
        ...(sent !== undefined && { body: sent }),
        ...who,
      };
    });
}

function textsOf(values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

function pathValue({ id }: SpecOperation, { name }: Parameter, records: Records): fc.Arbitrary<string> {
  const record = recordsIn(id)[name];
  // Without this, an early deletion would leave nothing for the other requests.
  const ownWeight = id.startsWith("DELETE") ? 0 : 20;
  return fc.oneof(
    { arbitrary: fc.constant(encodeURIComponent(record ? records[record] : "")), weight: ownWeight },
    { arbitrary: segment(), weight: 4 },
  );
}

function segment(): fc.Arbitrary<string> {
  return text()
    .map((value) => encodeURIComponent(value.toWellFormed()))
    .filter((value) => value !== "" && value.length < 6000);
}

function parameterValue({ schema = {}, name }: Parameter): fc.Arbitrary<string> {
  return arbitraryOf(schema, server.contract.resolve).map((value) => {
    const written = typeof value === "string" ? value : JSON.stringify(value);
    const isText = /^[\x20-\x7e]*$/.test(written);
    return isText ? written : encodeURIComponent(`${name}${written.toWellFormed()}`);
  });
}

test.each(Array.from({ length: BATCHES }, (_, index) => index))(
  `bad input anywhere: ${REQUESTS} requests generated from the schemas get documented answers and no 5xx, batch %i`,
  async (batch) => {
    const seed = SEED + batch;
    console.log(`fuzz: seed ${seed}`);
    const { testKey } = await server.organization();
    const tenant = await makeTenant(server, testKey, `fuzz-${batch}`);
    const token = await tenant.token();
    const operations = server.contract.operations.filter(
      ({ id }) => !ENDING.includes(id) && !OF_SESSIONS.includes(id),
    );
    const statuses = new Map<number, number>();
    const requests = fc.constantFrom(...operations).chain((operation) => requestTo(operation, tenant, token));
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const { status } = await server.call(request);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
      { seed, numRuns: REQUESTS, endOnFailure: true },
    );
    // A fuzz test whose requests are all refused at once would prove nothing.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 10);
    expect(statuses.get(400) ?? 0).toBeGreaterThan(REQUESTS / 20);
  },
);
