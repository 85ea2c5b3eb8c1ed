import Type, { type Static } from "typebox";
import { CLOSED, Dotted, NAME, Request } from "./schema-parts.ts";

const Input = Type.String({ pattern: NAME });

/**
 * The names of a table's columns, which are read before the action's request: `{{ columns.cells }}` is the records of an
 * input as rows in that order.
 */
export const Columns = Type.Object({ request: Request, names: Dotted, records: Input }, CLOSED);

/** Rows of a response, the first of which has the names of the columns; those that have a value in a column. */
export const Rows = Type.Object({ from: Dotted, column: Input, value: Input }, CLOSED);

/** How an action finds the columns that it writes to. */
export type ManifestColumns = Static<typeof Columns>;
/** How an action's response becomes records. */
export type ManifestRows = Static<typeof Rows>;
