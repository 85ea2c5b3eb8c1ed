import { type Static, Type } from "typebox";
import { Id } from "../../platform/http/route.ts";

/** Where the output of a step is from that was not carried out. */
export const StandIn = Type.Object(
  {
    kind: Type.Enum(["pinned", "recorded"]),
    execution_id: Type.Optional(
      Type.String({ ...Id, description: "Of `recorded`: the execution in which the node came to this." }),
    ),
  },
  { description: "Of a step of a test that was not carried out: where its output is from." },
);
export type StandIn = Static<typeof StandIn>;
