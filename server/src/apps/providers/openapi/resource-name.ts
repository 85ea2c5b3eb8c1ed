/** What a path is about: `/v1/projects/{id}/due-tasks` is about due tasks. */
export interface ResourceName {
  /** As the id of a trigger or an action: `due_task`. */
  readonly one: string;
  readonly words: { readonly one: string; readonly many: string };
}

// Segments that say nothing about what is there.
const EMPTY = /^(v?\d+(\.\d+)*|api|rest|list|all|search|query|index|json|public|latest)$/i;

/** The resource that a path names last; undefined if its segments say nothing. */
export function findResourceName(path: string): ResourceName | undefined {
  const segments = path
    .split("/")
    .filter((part) => part !== "" && !part.includes("{"))
    .map((part) => part.replace(/\.(json|xml)$/i, "").replace(/[.:].*$/, ""))
    .filter((part) => !EMPTY.test(part));
  const many = toWords(segments.at(-1) ?? "");
  if (many === "") return undefined;
  const one = toSingular(many);
  return { one: one.replaceAll(" ", "_"), words: { one, many: one === many ? many : toPlural(one) } };
}

/** `dueTasks`, `due_tasks` and `due-tasks` are "due tasks"; empty if there is no letter at its beginning. */
function toWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .toLowerCase();
  return /^[a-z]/.test(words) ? words.slice(0, 40).trim() : "";
}

/** English, by its regular forms. */
function toSingular(words: string): string {
  if (/(ss|us|is|news|series|status)$/.test(words)) return words;
  if (/[^aeiou]ies$/.test(words)) return words.replace(/ies$/, "y");
  if (/(xes|ches|shes|sses|zzes)$/.test(words)) return words.replace(/es$/, "");
  return words.replace(/s$/, "");
}

function toPlural(words: string): string {
  if (/[^aeiou]y$/.test(words)) return words.replace(/y$/, "ies");
  if (/(s|x|z|ch|sh)$/.test(words)) return `${words}es`;
  return `${words}s`;
}
