import type { ManifestPoll } from "../../manifest/schema/trigger-schema.ts";

/** What tells of a new item in a list: its id and, for changed ones too, what changes with it, as paths in the item. */
export interface ListKey {
  readonly key: string;
  readonly time?: string;
}

const KEY = /^\{\{ item\.(\S+) \}\}(?: \{\{ item\.(\S+) \}\})?$/;

/** The key of a polled trigger. */
export function buildListKey({ key, time }: ListKey): string {
  return time === undefined ? `{{ item.${key} }}` : `{{ item.${key} }} {{ item.${time} }}`;
}

/** What was built so; undefined for a poll that its author wrote in another way. */
export function readListKey(poll: ManifestPoll | undefined): ListKey | undefined {
  const [, key, time] = KEY.exec(poll?.key ?? "") ?? [];
  if (key === undefined || poll?.position !== undefined) return undefined;
  return { key, ...(time !== undefined && { time }) };
}
