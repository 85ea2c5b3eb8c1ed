import { type Static, Type } from "typebox";
import { Record } from "../../../platform/http/route.ts";
import type { ApplicationCheck } from "../../providers/application-check.ts";

/** A request that can verify a credential. */
export const CheckRequest = Record("CheckRequest", {
  id: Type.String({ description: "The operation that it sends." }),
  path: Type.String(),
  title: Type.String(),
});

/** What can be changed of an application of one's own. */
export const ApplicationSetup = Record("ApplicationSetup", {
  slug: Type.String(),
  name: Type.String(),
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
