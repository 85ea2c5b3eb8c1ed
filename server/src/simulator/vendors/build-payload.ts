type Fields = Record<string, unknown>;

/** How a delivery differs from the vendor's example. */
export interface PayloadChanges {
  /** Replaces members of the example, at any depth. */
  readonly data: Readonly<Fields> | undefined;
  /** The template by which the trigger recognizes what it has reported. */
  readonly key: string | undefined;
  /** How often it happened before: each time is told from the others. */
  readonly count: number;
}

/** The payload of a delivery, from the vendor's example. */
export function buildPayload(example: unknown, { data, key = "", count }: PayloadChanges): unknown {
  const payload = structuredClone(example);
  if (count > 0)
    for (const place of listPlaces(payload, key).slice(-1))
      for (const { of, name } of place) of[name] = countOn(of[name], count);
  return data === undefined ? payload : mergeData(payload, data);
}

/** The headers of a delivery, likewise: some vendors number deliveries there. */
export function buildDeliveryHeaders(
  headers: Readonly<Record<string, string>>,
  { key = "", count }: Pick<PayloadChanges, "key" | "count">,
): Record<string, string> {
  const name = /\{\{\s*headers\.([\w-]+)\s*\}\}/.exec(key)?.[1] ?? "";
  const value = headers[name];
  return count === 0 || value === undefined ? { ...headers } : { ...headers, [name]: `${value}${count}` };
}

interface Place {
  of: Fields;
  name: string;
}

/** Where the values of a key's template are, for each of its paths that there is: `item` stands for items of lists. */
function listPlaces(payload: unknown, key: string): Place[][] {
  return [...key.matchAll(/\{\{\s*(body|item)\.([\w.]+)\s*\}\}/g)]
    .map(([, root, path = ""]) => {
      const roots = root === "body" ? [payload] : listItems(payload);
      return roots.flatMap((value) => findPlace(value, path.split(".")));
    })
    .filter((places) => places.length > 0);
}

function listItems(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isFields(value) ? Object.values(value).flatMap(listItems) : [];
}

function findPlace(value: unknown, [name = "", ...rest]: readonly string[]): Place[] {
  if (!isFields(value) || value[name] === undefined || value[name] === null) return [];
  return rest.length === 0 ? [{ of: value, name }] : findPlace(value[name], rest);
}

/** The value of the same form that comes so many later. */
function countOn(value: unknown, count: number): unknown {
  if (typeof value === "number") return value + count;
  const text = String(value);
  const [, day, between, time] = /^(\d{4}-\d\d-\d\d)([T ])(\d\d:\d\d:\d\d)/.exec(text) ?? [];
  if (time !== undefined) {
    const later = new Date(Date.parse(`${day}T${time}Z`) + count * 1000).toISOString();
    return between === " " ? later.slice(0, 19).replace("T", " ") : later;
  }
  return `${text}${count}`;
}

function mergeData(payload: unknown, data: Readonly<Fields>): unknown {
  if (Array.isArray(payload)) return payload.map((item) => mergeData(item, data));
  if (!isFields(payload)) return data;
  const merged = { ...payload };
  for (const [name, value] of Object.entries(data))
    merged[name] = isFields(value) && isFields(merged[name]) ? mergeData(merged[name], value) : value;
  return merged;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
