import { type Static, type TSchema, Type } from "typebox";
import { ROLES } from "../auth/roles.ts";
import { badField } from "../platform/errors.ts";
import { Record } from "../platform/http/route.ts";
import { DATA_KINDS } from "./detect/kinds.ts";
import { DATA_KEPT, MOST_REVEAL_DAYS, type RedactionPolicy } from "./policy.ts";
import {
  findRuleProblem,
  LONGEST_KEY,
  LONGEST_PATH,
  LONGEST_PATTERN,
  MOST_RULES,
  type RedactionRule,
} from "./rules.ts";

const RULE = {
  path: Type.Optional(
    Type.String({
      maxLength: LONGEST_PATH,
      description:
        "A JSON pointer from the root of a payload, a step's input or output, or a body; `*` stands for any member.",
      examples: ["/customer/*/name"],
    }),
  ),
  key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LONGEST_KEY,
      description: "Members with this name at any depth; case, `_` and `-` do not matter.",
      examples: ["date_of_birth"],
    }),
  ),
  kind: Type.Optional(
    Type.Enum([...DATA_KINDS], { description: "Data recognized by its form, wherever it stands." }),
  ),
  pattern: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LONGEST_PATTERN,
      description: "A regular expression in RE2 syntax, without backreferences and lookaround.",
      examples: ["CUST-\\d{6}"],
    }),
  ),
};

const Rule = Type.Object(RULE, {
  additionalProperties: false,
  description: "A redaction rule, with exactly one of these members.",
});
const Rules = Type.Array(Rule, { maxItems: MOST_RULES });
const Keep = Type.Enum([...DATA_KEPT], {
  description: "Which executions keep their data once they have ended.",
});
const Reveal = Type.Union([
  Type.Object(
    {
      days: Type.Integer({ minimum: 1, maximum: MOST_REVEAL_DAYS }),
      role: Type.Enum([...ROLES], { description: "The least role that may reveal them." }),
    },
    { additionalProperties: false },
  ),
  Type.Null(),
]);
const REVEAL =
  "For how many days originals are kept encrypted, and who may reveal them; null: they are deleted when the execution ends.";

/** What one level says. */
export const PolicyBody = Type.Object(
  {
    keep: Type.Optional(Keep),
    rules: Type.Optional(Rules),
    reveal: Type.Optional({ ...Reveal, description: REVEAL } as typeof Reveal),
  },
  { additionalProperties: false, description: "Omitted members are decided by the levels above." },
);

const LEVELS = ["organization", "environment", "workflow"] as const;
export type PolicyLevel = (typeof LEVELS)[number];
const From = Type.Enum([...LEVELS], { description: "The level that says so." });
const Optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema);

const Effective = Type.Object(
  {
    keep: Keep,
    keep_from: Optional(From),
    rules: Type.Array(Type.Object({ ...RULE, from: From })),
    reveal: { ...Reveal, description: REVEAL } as typeof Reveal,
  },
  { description: "The strictest of all levels." },
);

export const RedactionSettings = Record("RedactionSettings", {
  organization: PolicyBody,
  environment: PolicyBody,
  workflow: Optional({
    ...PolicyBody,
    description: "Of the workflow in this environment.",
  } as typeof PolicyBody),
  workflows: Optional(
    Type.Array(Type.Object({ workflow_id: Type.String(), name: Type.String() }), {
      description: "The workflows that have a policy of their own in this environment.",
    }),
  ),
  effective: Effective,
});

/** The policy that a body describes; 400 for an invalid rule. */
export function readPolicy({ keep, rules, reveal }: Static<typeof PolicyBody>): RedactionPolicy {
  return {
    ...(keep !== undefined && { keep }),
    ...(rules !== undefined && { rules: readRules(rules) }),
    ...(reveal !== undefined && { reveal }),
  };
}

/** Rules that are valid; 400 for any other. */
export function readRules(rules: readonly Static<typeof Rule>[]): RedactionRule[] {
  return rules.map((rule, index) => {
    const field = `rules[${index}]`;
    const names = Object.keys(rule);
    if (names.length !== 1)
      throw badField(field, `${field} must have exactly one of path, key, kind and pattern.`);
    const valid = rule as RedactionRule; // exactly one of its members
    const problem = findRuleProblem(valid);
    if (problem !== undefined) throw badField(field, `${field}.${names[0]} ${problem}`);
    return valid;
  });
}

export const PreviewBody = Type.Object({
  data: Type.Unknown({ description: "Any JSON." }),
  rules: Type.Optional({
    ...Rules,
    description: "Rules to try. Without them, those that apply in the environment, or to the workflow.",
  } as typeof Rules),
  workflow_id: Type.Optional(Type.String({ description: "Tries the rules of this workflow." })),
});

export const Preview = Record("RedactionPreview", {
  data: Type.Unknown({ description: "What records would show." }),
  changed: Type.Boolean({ description: "Whether anything was redacted." }),
});
