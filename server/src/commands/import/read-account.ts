/**
 * The row of a linked account as `GET /api/v2/public/linked-account` lists it, here and at services with the same API.
 */
export function readListedAccount({
  account_id,
  linked_account_id = account_id,
  name,
  language,
  udf,
}: {
  readonly [member: string]: unknown;
}): unknown {
  return Object.fromEntries(
    Object.entries({
      linked_account_id,
      name,
      language,
      udf: Array.isArray(udf) ? toFields(udf) : udf,
    }).filter(([, value]) => value !== undefined && value !== null),
  );
}

function toFields(udf: readonly unknown[]): unknown {
  return Object.fromEntries(
    udf.flatMap((field) =>
      typeof field === "object" && field !== null && "key_name" in field && "key_value" in field
        ? [[String(field.key_name), field.key_value]]
        : [],
    ),
  );
}
