import type { Environment } from "@junctor/sdk";
import { useDebouncedValue } from "@mantine/hooks";
import { useRef, useState } from "react";
import { workflowList } from "../../api/audience.ts";
import { useReadIn } from "../../api/use-api.ts";

const TYPING_MS = 250;
const CHOICES = 20;

/** One choice. */
export interface RemoteChoice {
  readonly value: string;
  readonly label: string;
}

interface Asked {
  /** The search text; without it the newest. */
  readonly search: string | undefined;
  /** The chosen value, which stays a choice whatever the search. */
  readonly chosen: readonly string[];
}

interface AskedWorkflows extends Asked {
  /** Only runnable ones. */
  readonly isPublished?: boolean;
}

/** The search text, once the user pauses typing. */
export function useTypedSearch() {
  const [typed, onType] = useState("");
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  return { search: search || undefined, onType };
}

/** Workflows by part of their name. */
export function useWorkflowChoices(
  environment: Environment,
  { search, chosen, isPublished }: AskedWorkflows,
): readonly RemoteChoice[] {
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
export function useAccountChoices(
  environment: Environment,
  { search, chosen }: Asked,
): readonly RemoteChoice[] {
  const { data } = useReadIn(environment, "/api/v2/public/linked-account", {
    query: { limit: CHOICES, search },
  });
  const found = (data?.docs ?? []).map(({ account_id: id, name }) => accountChoice(id, name));
  const seen = useRef(new Map<string, RemoteChoice>());
  for (const choice of found) seen.current.set(choice.value, choice);
  return withChosen(found, chosen, [...seen.current.values()]);
}

/** The customer of an environment that has just one; undefined while that is not known. */
export function useOnlyCustomer(environment: Environment, isWanted = true): string | undefined {
  const { data } = useReadIn(
    environment,
    "/api/v2/public/linked-account",
    { query: { limit: 2 } },
    { enabled: isWanted },
  );
  const [first, ...others] = data?.docs ?? [];
  return others.length === 0 ? first?.account_id : undefined;
}

/** A customer as a choice: by name and id. */
export function accountChoice(id: string, name: string | undefined): RemoteChoice {
  return { value: id, label: name && name !== id ? `${name} (${id})` : id };
}

function withChosen(
  found: readonly RemoteChoice[],
  chosen: readonly string[],
  known: readonly RemoteChoice[],
): readonly RemoteChoice[] {
  const missing = chosen.filter((value) => !found.some((choice) => choice.value === value));
  const kept = missing.map((value) => known.find((one) => one.value === value) ?? { value, label: value });
  return [...kept, ...found];
}
