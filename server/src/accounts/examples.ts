import { Type } from "typebox";
import { EXAMPLE, ONE_RECORD } from "../platform/http/example-values.ts";
import { withExample } from "../platform/http/route.ts";
import { LongPageEnvelope } from "../platform/page.ts";
import { AccountBody, ListedAccount, UpsertedAccount } from "./schema.ts";

const { at } = EXAMPLE;
const shown = {
  _id: EXAMPLE.accountRow,
  associated_org: EXAMPLE.org,
  account_id: EXAMPLE.account,
  environment: "test" as const,
  name: "Customer 42",
  udf: [
    { key_name: "plan", key_value: "pro", _id: "6a1f0c2e9b3d4f5a6b7c8d43", createdAt: at, updatedAt: at },
    { key_name: "seats", key_value: 12, _id: "6a1f0c2e9b3d4f5a6b7c8d44", createdAt: at, updatedAt: at },
  ],
  createdAt: at,
  updatedAt: at,
  __v: 0,
};

export const upsertExample = {
  body: withExample(AccountBody, {
    linked_account_id: EXAMPLE.account,
    name: "Customer 42",
    udf: { plan: "pro", seats: 12 },
  }),
  reply: withExample(UpsertedAccount, { ...shown, new_account: true }),
};

export const accountListExample = {
  reply: withExample(Type.Object({ docs: Type.Array(ListedAccount), ...LongPageEnvelope }), {
    docs: [{ ...shown, connections: { healthy: 1, degraded: 0, expired: 0 } }],
    ...ONE_RECORD,
  }),
};
