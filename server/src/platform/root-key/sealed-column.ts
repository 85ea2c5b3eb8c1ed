/** A column with sealed records, which the rotation of the root key walks through. */
export interface SealedColumn {
  readonly table: string;
  /** The table's primary key. */
  readonly key: readonly string[];
  readonly column: string;
  /** The record's bytes, their base64, or JSON in which some strings are that. */
  readonly form: "bytes" | "base64" | "json";
  /** What identities need beside the key: SQL expressions over a row of the table, by name. */
  readonly facts?: Readonly<Record<string, string>>;
  /** What the vault has bound a record to; `path` is where it stands in JSON. Undefined: there is none. */
  readonly identify: (row: SealedRow, path: readonly string[]) => string | undefined;
}

/** Columns of the key and facts. */
export type SealedRow = Readonly<Record<string, string | number | null>>;

/** A column of bytes in a table with ids. */
export interface SealedColumnById extends SealedColumn {
  /** What the vault binds the record of a row to. */
  identityOf(id: string): string;
}

/** Describes such a column; the vault binds its records to `<table>/<id>/<name>`. */
export function describeSealed(table: string, column: string, name: string = column): SealedColumnById {
  const identityOf = (id: string) => `${table}/${id}/${name}`;
  return { table, key: ["id"], column, form: "bytes", identityOf, identify: ({ id }) => identityOf(`${id}`) };
}
