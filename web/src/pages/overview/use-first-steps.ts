import { useLocalStorage } from "@mantine/hooks";
import { useEffect } from "react";
import { mayAs } from "../../api/session.ts";
import { useRead } from "../../api/use-api.ts";
import { useRole } from "../../api/use-role.ts";
import type { PageAddress } from "../../parts/links/page-link.tsx";
import type { FIRST_STEPS } from "../../words/overview.ts";

const AGAIN_MS = 5000;
const ONE = { limit: 1 } as const;

/** A step towards the first execution. */
export interface FirstStep {
  readonly id: keyof typeof FIRST_STEPS.steps;
  /** Where it is done: `open` opens the form. */
  readonly page: PageAddress;
  readonly isDone: boolean;
}

interface FirstSteps {
  readonly steps: readonly FirstStep[];
  /** False until everything is known, and for good once all steps were done or the list was hidden. */
  readonly isShown: boolean;
  readonly hide: () => void;
}

/** The steps towards the first execution in test, and which of them are done. */
export function useFirstSteps(isTest: boolean): FirstSteps {
  const [isOver, setIsOver] = useLocalStorage({
    key: "junctor-first-steps-over",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const role = useRole();
  const mayReadKeys = mayAs(role, "developer");
  const options = { enabled: isTest && !isOver, everyMs: AGAIN_MS };
  const keys = useRead(
    "/api/v2/public/api-keys",
    {},
    { ...options, enabled: options.enabled && mayReadKeys },
  );
  const customers = useRead("/api/v2/public/linked-account", { query: ONE }, options);
  const events = useRead("/api/v2/public/application/event", {}, options);
  const workflows = useRead(
    "/api/v2/public/workflow/all",
    { query: { ...ONE, published: true, nodes: false } },
    options,
  );
  const webhooks = useRead("/api/v2/public/webhook", {}, options);
  const executions = useRead("/api/v2/public/execution", { query: ONE }, options);
  const key: FirstStep = {
    id: "key",
    page: { to: "/$environment/settings/api-keys" },
    isDone: keys.data?.docs.some(({ last_used_at }) => last_used_at !== null) ?? false,
  };
  const steps: FirstStep[] = [
    ...(mayReadKeys ? [key] : []),
    {
      id: "customer",
      page: { to: "/$environment/customers", search: { open: "add" } },
      isDone: isSome(customers.data),
    },
    {
      id: "event",
      page: { to: "/$environment/events/definitions/new" },
      isDone: (events.data ?? []).length > 0,
    },
    {
      id: "workflow",
      page: { to: "/$environment/workflows", search: { open: "new" } },
      isDone: isSome(workflows.data),
    },
    { id: "webhook", page: { to: "/$environment/webhooks/new" }, isDone: (webhooks.data ?? []).length > 0 },
    { id: "execution", page: { to: "/$environment/events/send" }, isDone: isSome(executions.data) },
  ];
  const reads = [customers, events, workflows, webhooks, executions, ...(mayReadKeys ? [keys] : [])];
  const isKnown = reads.every(({ data }) => data !== undefined);
  const isComplete = isKnown && steps.every(({ isDone }) => isDone);
  useEffect(() => {
    if (isComplete) setIsOver(true);
  }, [isComplete, setIsOver]);
  return { steps, isShown: isTest && !isOver && isKnown && !isComplete, hide: () => setIsOver(true) };
}

function isSome(page: { readonly docs: readonly unknown[] } | undefined): boolean {
  return (page?.docs.length ?? 0) > 0;
}
