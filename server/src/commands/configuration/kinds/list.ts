import type { ResourceKind } from "../kind.ts";
import { EVENTS } from "./events.ts";
import { WORKFLOWS } from "./workflows.ts";

/** All kinds of records that files describe, those that others refer to first. */
export const RESOURCE_KINDS: readonly ResourceKind[] = [EVENTS, WORKFLOWS];
