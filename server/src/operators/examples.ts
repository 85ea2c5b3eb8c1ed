import { EXAMPLE } from "../platform/http/example-values.ts";
import { withExample } from "../platform/http/route.ts";
import { InviteBody, InvitedOperator } from "./schema.ts";

export const inviteExample = {
  body: withExample(InviteBody, {
    email: "support@acme.example",
    name: "Support desk",
    roles: { test: "developer", production: "support" },
  }),
  reply: withExample(InvitedOperator, {
    operator: {
      id: "6a1f0c2e9b3d4f5a6b7c8d03",
      email: "support@acme.example",
      email_proved: false,
      name: "Support desk",
      roles: { test: "developer", production: "support" },
      has_password: false,
      has_totp: false,
      last_sign_in_at: null,
      created_at: EXAMPLE.at,
      updated_at: EXAMPLE.at,
      keys: [],
    },
    link: `${EXAMPLE.server}/app/sign-in#W2SJyIVu…`,
    is_mailed: true,
  }),
};
