import type { Environment } from "@junctor/sdk";
import { useDebouncedValue } from "@mantine/hooks";
import { useRef, useState } from "react";
import { workflowList } from "../../api/audience.ts";
import { useReadIn } from "../../api/use-api.ts";

const TYPING_MS = 250;
const CHOICES = 20;

/** One of what can be chosen. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface Asked {
  /** What to look for; the newest if not given. */
  readonly search: string | undefined;
  /** What is chosen, which stays a choice whatever is looked for. */
  readonly chosen: readonly string[];
}

interface AskedWorkflows extends Asked {
  /** Only those that can be run. */
  readonly isPublished?: boolean;
}

/** What somebody types to look for, once they pause. */
export function useTypedSearch() {
  const [typed, onType] = useState("");
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  return { search: search || undefined, onType };
}

/** Workflows, found by a part of their name. */
export function useWorkflowChoices(
  environment: Environment,
  { search, chosen, isPublished }: AskedWorkflows,
): readonly Choice[] {
  const light = { draft_of: "none", nodes: false, published: isPublished } as const;
  const found = useReadIn(environment, workflowList(), { query: { ...light, name: search, limit: CHOICES } });
  const named = useReadIn(
    environment,
    workflowList(),
    { query: { nodes: false, workflow_id: chosen.join(","), limit: 100 } },
    { enabled: chosen.length > 0 },
  );
  const choiceOf = ({ _id: value, name: label }: { _id: string; name: string }) => ({ value, label });
  return withChosen((found.data?.docs ?? []).map(choiceOf), chosen, (named.data?.docs ?? []).map(choiceOf));
}

/** Customers, found by the beginnings of words of their name or id. */
export function useAccountChoices(environment: Environment, { search, chosen }: Asked): readonly Choice[] {
  const { data } = useReadIn(environment, "/api/v2/public/linked-account", {
    query: { limit: CHOICES, search },
  });
  const found = (data?.docs ?? []).map(({ account_id: id, name }) => accountChoice(id, name));
  const seen = useRef(new Map<string, Choice>());
  for (const choice of found) seen.current.set(choice.value, choice);
  return withChosen(found, chosen, [...seen.current.values()]);
}

/** A customer as a choice: by name and id. */
export function accountChoice(id: string, name: string | undefined): Choice {
  return { value: id, label: name && name !== id ? `${name} (${id})` : id };
}

function withChosen(
  found: readonly Choice[],
  chosen: readonly string[],
  known: readonly Choice[],
): readonly Choice[] {
  const missing = chosen.filter((value) => !found.some((choice) => choice.value === value));
  const kept = missing.map((value) => known.find((one) => one.value === value) ?? { value, label: value });
  return [...kept, ...found];
}
