import { EXAMPLE } from "../platform/http/example-values.ts";
import { withExample } from "../platform/http/route.ts";
import { Config, ConfigBody, ConfigChangeBody } from "./schema.ts";

const shown = {
  slug: "stripe",
  config_id: EXAMPLE.account,
  fields: [
    {
      id: "region",
      name: "Region",
      field_type: "select",
      required: true,
      value: "eu",
      defaultValue: "eu",
      options: [
        { name: "Europe", value: "eu" },
        { name: "America", value: "us" },
      ],
      labels: [],
    },
  ],
  workflows: [
    {
      id: "6a1f0c2e9b3d4f5a6b7c8d11",
      name: "Sync invoices",
      description: "Copies invoices that are paid.",
      enabled: false,
      fields: [],
    },
  ],
  field_errors: [],
};

export const newConfigExample = {
  body: withExample(ConfigBody, { slug: "stripe", fields: { region: "eu" } }),
  reply: withExample(Config, shown),
};

export const configChangeExample = {
  body: withExample(ConfigChangeBody, {
    slug: "stripe",
    fields: { region: "eu" },
    workflows: [{ id: "6a1f0c2e9b3d4f5a6b7c8d11", enabled: true }],
  }),
  reply: withExample(Config, {
    ...shown,
    workflows: shown.workflows.map((workflow) => ({ ...workflow, enabled: true })),
  }),
};

const [ada, ben] = ["ada", "ben"].map((name) => `${name}@${EXAMPLE.account}.example`);
const paying = { record_id: "0b8f2f0e-52f3-4b7c-9b0e-0d6a3c1f7a10", email: ada, plan: "pro" };
const trying = { record_id: "0b8f2f0e-52f3-4b7c-9b0e-0d6a3c1f7a11", email: ben, plan: "free" };

/** Records of a datastore, and the result of a search. */
export const RECORDS = { all: [paying, trying], search: { plan: "^pro$" }, found: [paying] };
