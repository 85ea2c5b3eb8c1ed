import { type Static, Type } from "typebox";
import { Record } from "../../../platform/http/route.ts";
import type { ApplicationCheck } from "../../providers/application-check.ts";

/** A request that can verify a credential. */
export const CheckRequest = Record("CheckRequest", {
  id: Type.String({ description: "The operation that it sends." }),
  path: Type.String(),
  title: Type.String(),
});

const SIGN_IN_KINDS = ["header", "query", "bearer", "basic", "oauth2", "none"] as const;

const signIn = {
  name: Type.Optional(
    Type.String({ maxLength: 100, description: "The header or query parameter that carries the key." }),
  ),
  prefix: Type.Optional(
    Type.String({
      maxLength: 100,
      description: "What stands before the key in its header, such as `Token`.",
    }),
  ),
  label: Type.Optional(
    Type.String({ maxLength: 200, description: "What customers read above the key's field." }),
  ),
  help: Type.Optional(
    Type.String({ maxLength: 1000, description: "What they read below: where to find the key." }),
  ),
  authorize_url: Type.Optional(Type.String({ maxLength: 2000 })),
  token_url: Type.Optional(Type.String({ maxLength: 2000 })),
  scopes: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 200 })),
};

/** How customers sign in, as far as a form shows it. */
export const SignIn = Type.Object({
  kind: Type.Enum([...SIGN_IN_KINDS, "missing", "custom"], {
    description: "`missing`: nobody has said how. `custom`: in a way that only a definition can express.",
  }),
  ...signIn,
});

/** How customers sign in, to replace what is there. */
export const SignInBody = Type.Object(
  { kind: Type.Enum(SIGN_IN_KINDS), ...signIn },
  {
    additionalProperties: false,
    description:
      "How customers sign in: a key in a `header` (`name`, `prefix`) or the `query` (`name`), a `bearer` token, `basic` with user name and password, `oauth2` with `authorize_url` and `token_url`, or `none` for an open API.",
  },
);

/** What can be changed of an application of one's own. */
export const ApplicationSetup = Record("ApplicationSetup", {
  slug: Type.String(),
  name: Type.String(),
  base_url: Type.String({ description: "`{{ settings.x }}` is what customers enter." }),
  sign_in: SignIn,
  check: Type.Union([CheckRequest, Type.Null()], {
    description:
      "What verifies a credential when a customer connects, and later; null if nothing does, so that a wrong key is noticed by its first call.",
  }),
  checks: Type.Array(CheckRequest, { description: "The requests that can verify a credential." }),
});

/** A change of the setup: absent fields stay. */
export const ApplicationSetupBody = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    base_url: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    sign_in: Type.Optional(SignInBody),
    check: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 1100 }), Type.Null()], {
        description: "The id of one of `checks`, or `null` for none.",
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
);

/** A check on the wire; null if there is none. */
export function presentCheck(check: ApplicationCheck | undefined): Static<typeof CheckRequest> | null {
  return check === undefined ? null : { id: check.id, path: check.path, title: check.title };
}
