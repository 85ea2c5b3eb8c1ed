import type { SpotlightActionData, SpotlightFilterFunction } from "@mantine/spotlight";

const OTHER = 4;

/**
 * The entries that a text finds, in their groups: first those of which it is a whole word ("if" is a keyword of Rule),
 * then those with a word that it begins, then those that only contain it; a group counts as its best entry.
 */
export const filterSteps: SpotlightFilterFunction = (query, entries) => {
  const text = query.trim().toLowerCase();
  const groups = entries.flatMap((entry) => {
    const { group, actions } = "actions" in entry ? entry : { group: "", actions: [entry] };
    const ranked = actions
      .map((action) => ({ action, rank: rankOf(action, text) }))
      .filter(({ rank }) => rank < OTHER)
      .sort((a, b) => a.rank - b.rank);
    const [best] = ranked;
    return best ? [{ rank: best.rank, group, actions: ranked.map(({ action }) => action) }] : [];
  });
  return groups.sort((a, b) => a.rank - b.rank).map(({ group, actions }) => ({ group, actions }));
};

function rankOf({ label = "", description = "", keywords = [] }: SpotlightActionData, text: string): number {
  const name = label.toLowerCase();
  const others = [keywords].flat().map((keyword) => keyword.trim().toLowerCase());
  const words = name.split(/[^\p{L}\p{N}]+/u);
  if (name === text || words.includes(text) || others.includes(text)) return 0;
  if (name.startsWith(text) || words.some((word) => word.startsWith(text))) return 1;
  if (name.includes(text)) return 2;
  const isInOthers = description.toLowerCase().includes(text) || others.some((other) => other.includes(text));
  return isInOthers ? 3 : OTHER;
}
