import { type Static, Type } from "typebox";
import { Id } from "../platform/http/route.ts";

/** Where the output of a step comes from that did not run. */
export const StandIn = Type.Object(
  {
    kind: Type.Enum(["pinned", "recorded"]),
    execution_id: Type.Optional(
      Type.String({ ...Id, description: "For `recorded`: the execution that the output is from." }),
    ),
  },
  { description: "For a step that a test did not run: where its output is from." },
);
export type StandIn = Static<typeof StandIn>;
