import { type Static, Type } from "typebox";
import { ENVIRONMENTS } from "../../auth/scope.ts";
import { badField } from "../../platform/errors.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import { Id, Record, Timestamp } from "../../platform/http/route.ts";
import { PageEnvelope } from "../../platform/page.ts";
import { METERS } from "../meters.ts";
import type { AccountLimit } from "./account-limits.ts";
import { CAP_NAMES, CAPS, type CapName, type Caps } from "./caps.ts";
import type { PlanRow } from "./store.ts";

const Amount = (description: string) =>
  Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()], {
      description,
    }),
  );

const CapBody = Type.Object(
  {
    soft: Amount("At so much, webhooks that listen for `Usage Limit Approaching` are told. Null: none."),
    hard: Amount("Beyond so much, nothing more is allowed. Null: none."),
  },
  { title: "UsageCap" },
);

function describeCap(name: CapName): string {
  const { units, period } = CAPS[name];
  const [, many] = units;
  return `${many.charAt(0).toUpperCase()}${many.slice(1)}${period === null ? "" : " (UTC)"}.`;
}

const CapsBody = Type.Object(
  Object.fromEntries(
    CAP_NAMES.map((name) => [
      name,
      Type.Optional(Type.Union([CapBody, Type.Null()], { description: describeCap(name) })),
    ]),
  ) as unknown as { [Name in CapName]: ReturnType<typeof createCapField> },
  { description: "Limits by name; an absent one, like null, is no limit." },
);
const createCapField = () => Type.Optional(Type.Union([CapBody, Type.Null()]));

const PlanName = Type.String({ minLength: 1, maxLength: 100, pattern: "\\S", examples: ["Free"] });

/** Body of a new plan. */
export const NewPlanBody = Type.Object({
  name: PlanName,
  is_default: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        "Whether linked accounts without a plan of their own have it. The previous default ceases to be it.",
    }),
  ),
  caps: Type.Optional(CapsBody),
});
export type NewPlanBody = Static<typeof NewPlanBody>;

/** Body of a change: any of the fields; `caps` as a whole. */
export const PlanBody = Type.Partial(NewPlanBody);
export type PlanBody = Static<typeof PlanBody>;

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

const CapReply = nullable(Type.Object({ soft: nullable(Type.Integer()), hard: nullable(Type.Integer()) }));
const CapsReply = Type.Object(
  Object.fromEntries(CAP_NAMES.map((name) => [name, Type.Optional(CapReply)])) as {
    [Name in CapName]: ReturnType<typeof createCapReply>;
  },
);
const createCapReply = () => Type.Optional(CapReply);

/** The reply to what an account may not use any more. */
export const UsageLimitReply = {
  ...ErrorReply,
  description:
    "`USAGE_LIMIT_REACHED`: the linked account has reached a [limit](/guides/usage#at-a-hard-limit); `message` says which and when it resets, `Retry-After` in how many seconds.",
};

/** A plan on the wire. */
export const Plan = Record("Plan", {
  _id: Id,
  org_id: Id,
  environment: Type.Enum(ENVIRONMENTS),
  name: Type.String(),
  is_default: Type.Boolean(),
  caps: CapsReply,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  __v: Type.Integer({ description: "Revision; increases with each change." }),
});

export const PlanPage = Type.Object({ docs: Type.Array(Plan), ...PageEnvelope });

/** Body that sets an account's plan. */
export const AccountPlanBody = Type.Object({
  plan_id: Type.Optional(
    nullable(Type.String({ maxLength: 64, description: "Null: the default plan of the environment." })),
  ),
  caps: Type.Optional({
    ...CapsBody,
    description: "Limits of its own, as a whole: each replaces the one of the plan, and null removes it.",
  }),
});
export type AccountPlanBody = Static<typeof AccountPlanBody>;

const Limit = Type.Object({
  name: Type.Enum(CAP_NAMES),
  meter: Type.Enum(METERS),
  period: nullable(Type.Enum(["month", "day"])),
  used: Type.Integer({ description: "In the current period; of `storage_bytes`, now." }),
  soft: nullable(Type.Integer()),
  hard: nullable(Type.Integer()),
  is_own: Type.Boolean({ description: "Whether the limit is the account's own, and not its plan's." }),
  resets_at: nullable(Timestamp),
});

/** An account's plan, and what it used, on the wire. */
export const AccountPlan = Record("AccountPlan", {
  linked_account_id: Type.String(),
  plan: Type.Union([Type.Object({ _id: Id, name: Type.String(), is_default: Type.Boolean() }), Type.Null()], {
    description: "The plan that applies; null without one.",
  }),
  plan_id: Type.Union([Id, Type.Null()], {
    description: "The account's own choice; null: the default plan.",
  }),
  caps: CapsReply,
  limits: Type.Array(Limit, { description: "Every limit that there can be, with what is used of it." }),
});

/** Caps as they are stored; 400 for a soft limit above the hard one. */
export function readCaps(body: Static<typeof CapsBody> | undefined): Caps {
  const caps: { [Name in CapName]?: Caps[Name] } = {};
  for (const name of CAP_NAMES) {
    const cap = body?.[name];
    if (cap === undefined) continue;
    const { soft = null, hard = null } = cap ?? {};
    if (soft !== null && hard !== null && soft > hard)
      throw badField(
        `caps.${name}.soft`,
        `caps.${name}.soft must not be above the hard limit of ${hard.toLocaleString("en")}.`,
      );
    caps[name] = soft === null && hard === null ? null : { soft, hard };
  }
  return caps;
}

/** Wire form of a plan. */
export function presentPlan(row: PlanRow): Static<typeof Plan> {
  return {
    _id: row.id,
    org_id: row.org_id,
    environment: row.environment,
    name: row.name,
    is_default: row.is_default,
    caps: { ...row.caps },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    __v: row.revision,
  };
}

/** Wire form of a limit. */
export function presentLimit({ cap, soft, hard, used, isOwn, endsOn }: AccountLimit): Static<typeof Limit> {
  const { meter, period } = CAPS[cap];
  return {
    name: cap,
    meter,
    period,
    used,
    soft,
    hard,
    is_own: isOwn,
    resets_at: period === null ? null : `${endsOn}T00:00:00.000Z`,
  };
}
