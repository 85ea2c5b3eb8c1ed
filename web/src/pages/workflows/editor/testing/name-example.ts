const MOST_CHARACTERS = 60;
// As providers name what they list, the most telling first.
const NAMES = ["name", "title", "subject", "summary", "fullname", "displayname", "number", "email", "id"];
const LEVELS = 3;

/** What an event is called in a list: its most telling text, otherwise the beginning of its JSON, numbered from 1. */
export function nameExample(event: unknown, place: number): string {
  const text = findName(event, LEVELS) ?? JSON.stringify(event) ?? "";
  const characters = [...text];
  const short =
    characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS - 1).join("")}…` : text;
  return `${place + 1}. ${short}`;
}

/** The first level that has a name decides: what is nested belongs to something else. */
function findName(value: unknown, levels: number): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value) || levels === 0) return undefined;
  const members = Object.entries(value);
  const [named] = members
    .flatMap(([name, item]) => (isShown(item) ? [{ rank: rankOf(name), text: String(item).trim() }] : []))
    .filter(({ rank }) => rank !== -1)
    .sort((one, other) => one.rank - other.rank);
  return named?.text ?? members.map(([, item]) => findName(item, levels - 1)).find(Boolean);
}

function isShown(item: unknown): boolean {
  return typeof item === "number" || (typeof item === "string" && item.trim() !== "");
}

function rankOf(name: string): number {
  return NAMES.indexOf(name.toLowerCase().replaceAll("_", ""));
}
