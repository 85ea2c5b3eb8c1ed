import { START } from "../../../parts/workflow-graph/graph.ts";
import "@mantine/spotlight/styles.css";
import { useDebouncedValue } from "@mantine/hooks";
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from "@mantine/spotlight";
import { useEffect, useRef, useState } from "react";
import { type Item, useRead } from "../../../api/use-api.ts";
import { ApplicationIcon } from "../../../parts/applications/application-icon.tsx";
import { useApplications, usePermittedTypes } from "../../../parts/applications/use-building-blocks.ts";
import { getIcon } from "../../../parts/workflow-graph/icons.ts";
import { getKind } from "../../../parts/workflow-graph/step-kind.ts";
import { EDITOR } from "../../../words/workflows/editor.ts";
import type { WorkflowNode } from "../workflow.ts";
import { waysFrom } from "./document/branches.ts";
import { canConnect, type EdgeSource, type NewStep, type WorkflowDocument } from "./document/document.ts";
import { filterSteps } from "./filter-steps.ts";

const [store, picker] = createSpotlight();
// Fewer letters match half of all names.
const SHORTEST = 2;
const MOST_FOUND = 20;
const PAUSE_MS = 150;

/** The choice: a step to add, or the step that an edge leads to. */
export type StepChoice =
  | { readonly kind: "add"; readonly onPick: (step: NewStep) => void }
  | {
      readonly kind: "connect";
      readonly node: WorkflowNode;
      readonly onPick: (edge: EdgeSource & { readonly target: string }) => void;
    };

/** Opens the list to choose from. */
export function openPicker(): void {
  picker.open();
}

interface PickerProps {
  readonly document: WorkflowDocument;
  readonly choice: StepChoice | undefined;
  /** Called if nothing was chosen. */
  readonly onLeave: () => void;
}

/** A searchable list of what can be added or connected. */
export function StepPicker({ document, choice, onLeave }: PickerProps) {
  const [typed, setTyped] = useState("");
  const [application, setApplication] = useState<Application>();
  const hasPicked = useRef(false);
  const groups = useGroups({ document, choice, application, typed }, (picked) => {
    hasPicked.current = true;
    picked();
  });
  const searchLabel = application
    ? EDITOR.findAction({ application: application.name })
    : choice?.kind === "connect"
      ? EDITOR.findTarget({ name: choice.node.name })
      : EDITOR.findStep;
  return (
    <Spotlight
      store={store}
      shortcut={null}
      actions={groups(setApplication, setTyped).filter(({ actions }) => actions.length > 0)}
      query={typed}
      onQueryChange={setTyped}
      filter={filterSteps}
      highlightQuery
      scrollable
      maxHeight={420}
      limit={100}
      yOffset="15dvh"
      centered={false}
      returnFocus={false}
      // A list that is still fading out would clear the search text of the next one.
      transitionProps={{ duration: 0 }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.2 }}
      nothingFound={EDITOR.noneFound}
      // Any fainter, it would be unreadable on the color of the selected one.
      styles={{ actionDescription: { opacity: 1 } }}
      attributes={{ content: { "aria-label": searchLabel } }}
      searchProps={{ placeholder: searchLabel, "aria-label": searchLabel }}
      onSpotlightClose={() => {
        if (!hasPicked.current) onLeave();
        hasPicked.current = false;
        setApplication(undefined);
      }}
    />
  );
}

interface Application {
  readonly slug: string;
  readonly name: string;
}

/** Selects the first entry, so that Enter chooses it; of later results only if nothing else is selected. */
function selectFirst({ isNewList = false } = {}): void {
  const list = window.document.getElementById(store.getState().listId);
  const selected = list?.querySelector("[data-selected]");
  if (!list || (selected && !isNewList)) return;
  // As Mantine marks it.
  selected?.removeAttribute("data-selected");
  list.querySelector("[data-action]")?.setAttribute("data-selected", "true");
  store.updateState((state) => ({ ...state, selected: 0 }));
}

type FoundAction = Item<"/api/v2/public/actions">;

type Picked = (pick: () => void) => void;

/** The groups of the list; some lead on to the actions of an application. */
function useGroups(
  {
    document,
    choice,
    application,
    typed,
  }: Pick<PickerProps, "document" | "choice"> & { application: Application | undefined; typed: string },
  onPick: Picked,
) {
  const isAdding = choice?.kind === "add";
  const applications = useApplications(isAdding);
  const permitted = usePermittedTypes();
  const { data, isPlaceholderData } = useRead(
    "/api/v2/integration-schema/{slug}/actions",
    { path: { slug: application?.slug ?? "" } },
    { enabled: application !== undefined },
  );
  // Until they are read, these are of the application before.
  const actions = isPlaceholderData ? undefined : data;
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const { data: found } = useRead(
    "/api/v2/public/actions",
    { query: { search, limit: MOST_FOUND } },
    { enabled: isAdding && !application && search.length >= SHORTEST },
  );
  useEffect(() => {
    if (found) selectFirst();
  }, [found]);
  useEffect(() => {
    if (application && actions) selectFirst({ isNewList: true });
  }, [application, actions]);
  return (
    open: (application: Application | undefined) => void,
    type: (text: string) => void,
  ): SpotlightActionGroupData[] => {
    if (choice === undefined) return [];
    if (choice.kind === "connect") return targetGroups(document, choice, onPick);
    const go = (to: Application | undefined) => {
      open(to);
      type("");
    };
    if (application) {
      const found = (actions ?? []).map(
        ({ action_id: id, name, description }): SpotlightActionData => ({
          id: `${application.slug}/${id}`,
          label: name,
          description: description || undefined,
          onClick: () =>
            onPick(() => choice.onPick({ type: "action", name, action: `${application.slug}/${id}` })),
        }),
      );
      const back = {
        id: "back",
        label: EDITOR.back,
        closeSpotlightOnTrigger: false,
        onClick: () => go(undefined),
      };
      return [{ group: application.name, actions: [...found, back] }];
    }
    const withActions = permits(permitted, "action") ? applications.filter(({ enabled }) => enabled) : [];
    return [
      ...typeGroups(document, { choice, permitted }, onPick),
      {
        group: EDITOR.applications,
        actions: withActions.map(({ slug, name }) => ({
          id: `application ${slug}`,
          label: name,
          description: EDITOR.actions,
          leftSection: <ApplicationIcon slug={slug} name={name} />,
          closeSpotlightOnTrigger: false,
          onClick: () => go({ slug, name }),
        })),
      },
      {
        group: EDITOR.actions,
        actions: (search.length < SHORTEST ? [] : (found?.docs ?? []))
          .filter(({ application: { slug } }) => withActions.some((one) => one.slug === slug))
          .map(foundAction(choice, typed, onPick)),
      },
    ];
  };
}

/** An action of any application that the server found by the search text. */
function foundAction(choice: Extract<StepChoice, { kind: "add" }>, typed: string, onPick: Picked) {
  return ({ action_id: id, name, application: { slug, name: of } }: FoundAction): SpotlightActionData => ({
    id: `${slug}/${id}`,
    label: name,
    description: of,
    // The list itself only shows entries that contain the search text literally.
    keywords: [typed],
    leftSection: <ApplicationIcon slug={slug} name={of} />,
    onClick: () => onPick(() => choice.onPick({ type: "action", name, action: `${slug}/${id}` })),
  });
}

/** The types of steps that can be added, by group; groups may be empty. */
export function typeGroups(
  { nodes, types }: Pick<WorkflowDocument, "nodes" | "types">,
  {
    choice,
    permitted,
  }: { choice: Extract<StepChoice, { kind: "add" }>; permitted: ReadonlySet<string> | undefined },
  onPick: Picked,
): SpotlightActionGroupData[] {
  const hasStart = nodes.some(({ type }) => type === START);
  const offered = [...types.values()].filter(({ type }) =>
    type === START ? !hasStart : permits(permitted, type),
  );
  const titles: Readonly<Record<string, string>> = EDITOR.groups;
  const byGroup = Map.groupBy(offered, ({ group }) => titles[group] ?? EDITOR.steps);
  return [...Object.values(titles), EDITOR.steps].map((group) => ({
    group,
    actions: (byGroup.get(group) ?? []).map((nodeType): SpotlightActionData => {
      const { type, title, help, keywords } = nodeType;
      const Icon = getIcon(nodeType);
      return {
        id: type,
        label: title,
        description: help,
        keywords: [type, ...keywords],
        leftSection: <Icon size={18} stroke={1.6} aria-hidden />,
        onClick: () => onPick(() => choice.onPick({ type, name: title })),
      };
    }),
  }));
}

function permits(types: ReadonlySet<string> | undefined, type: string): boolean {
  return types?.has(type) ?? true;
}

function targetGroups(
  document: WorkflowDocument,
  { node, onPick: connect }: Extract<StepChoice, { kind: "connect" }>,
  onPick: Picked,
): SpotlightActionGroupData[] {
  return waysFrom(node, document).map((sourceHandle) => {
    const from = { source: node.id, sourceHandle };
    const targets = document.nodes.filter(({ id: target }) => canConnect(document, { ...from, target }));
    return {
      group: sourceHandle === null ? EDITOR.next : EDITOR.branch({ branch: sourceHandle }),
      actions: targets.map((target) => {
        const Icon = getIcon(document.types.get(target.type));
        return {
          id: `${sourceHandle} ${target.id}`,
          label: target.name,
          description: getKind(target, document.types),
          leftSection: <Icon size={18} stroke={1.6} aria-hidden />,
          onClick: () => onPick(() => connect({ ...from, target: target.id })),
        };
      }),
    };
  });
}
