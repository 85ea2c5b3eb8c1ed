import { ExactNumber } from "./exact-number.ts";
import { DEEPEST, ShapeError } from "./json-shape.ts";

/** The value with doubles in place of its ExactNumbers, for what knows only JavaScript's numbers; itself if it has none. */
export function withDoubles<Value>(value: Value): Value {
  return roundIn(value, 0) as Value;
}

function roundIn(value: unknown, level: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof ExactNumber) return Number(value);
  if (level === DEEPEST) throw new ShapeError("TOO_DEEP", DEEPEST);
  if (Array.isArray(value)) {
    const items = value.map((item) => roundIn(item, level + 1));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const members = Object.entries(value).map(([name, member]) => [name, roundIn(member, level + 1), member]);
  const isChanged = members.some(([, member, before]) => member !== before);
  return isChanged ? Object.fromEntries(members) : value;
}
