import { Badge, Checkbox, Skeleton, Table, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { usePreview, useRead } from "../../../api/use-api.ts";
import { Problem } from "../../../parts/page/problem.tsx";
import { SERVERS } from "../../../words/mcp/mcp-servers.ts";
import { getApps, keyOfTool, newTool, SERVERS_PATH, type ToolEntry } from "../servers/server-values.ts";
import classes from "./tool-candidates.module.css";
import { type EntryOutcome, getOutcomes } from "./tool-costs.ts";

// Further ones are found by name.
const MOST_SHOWN = 100;
const TYPING_MS = 250;
/** The group of workflows without an application. */
const OF_WORKFLOWS = "workflows";

interface CandidatesProps {
  readonly text: string;
  /** Keys of the chosen tools. */
  readonly chosen: ReadonlySet<string>;
  readonly account: string | undefined;
  readonly onChoose: (entries: readonly ToolEntry[], isChosen: boolean) => void;
}

interface Candidate {
  readonly entry: ToolEntry;
  readonly name: string;
  readonly description: string;
  readonly tag?: keyof typeof SERVERS.tags;
}

/** The actions of an application. */
export function ActionCandidates({ slug, text, ...props }: CandidatesProps & { readonly slug: string }) {
  const actions = useRead("/api/v2/integration-schema/{slug}/actions", { path: { slug } });
  if (actions.error) return <Problem error={actions.error} onRetry={actions.refetch} />;
  if (!actions.data) return <Skeleton height={200} />;
  const word = text.toLowerCase();
  const found = actions.data
    .filter(({ name, action_id: id }) => `${name} ${id}`.toLowerCase().includes(word))
    .map(({ action_id: id, name, description, tag }) => ({
      entry: newTool("action", slug, id),
      name,
      description,
      tag,
    }));
  const none = actions.data.length === 0 ? SERVERS.pickNoActions : SERVERS.pickNone;
  return <Candidates candidates={found} total={found.length} none={none} {...props} />;
}

/** Published workflows, found by name. */
export function WorkflowCandidates({ text, ...props }: CandidatesProps) {
  const [name] = useDebouncedValue(text, TYPING_MS);
  const workflows = useRead("/api/v2/public/workflow/all", {
    query: { published: true, draft_of: "none", nodes: false, name: name || undefined, limit: MOST_SHOWN },
  });
  if (workflows.error) return <Problem error={workflows.error} onRetry={workflows.refetch} />;
  if (!workflows.data) return <Skeleton height={200} />;
  const found = workflows.data.docs.map((workflow) => ({
    entry: newTool("workflow", workflow.slug || OF_WORKFLOWS, workflow._id),
    name: workflow.name,
    description: workflow.description,
  }));
  const { totalDocs } = workflows.data;
  return <Candidates candidates={found} total={totalDocs} none={SERVERS.pickNoWorkflows} {...props} />;
}

interface CandidateListProps extends Omit<CandidatesProps, "text"> {
  readonly candidates: readonly Candidate[];
  readonly total: number;
  /** The message if there are none. */
  readonly none: string;
}

function Candidates({ candidates, total, none, chosen, account, onChoose }: CandidateListProps) {
  const shown = candidates.slice(0, MOST_SHOWN);
  const entries = shown.map(({ entry }) => entry);
  const preview = usePreview(
    `${SERVERS_PATH}/preview`,
    { body: { associated_apps: getApps(entries) }, account },
    { enabled: shown.length > 0 },
  );
  const outcomes = preview.data ? getOutcomes(entries, preview.data) : new Map<string, EntryOutcome>();
  const chosenShown = entries.filter((entry) => chosen.has(keyOfTool(entry))).length;
  if (shown.length === 0)
    return (
      <Text size="sm" className="muted">
        {none}
      </Text>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={classes.scroller} tabIndex={0} aria-label={SERVERS.pickTitle}>
      <Table aria-label={SERVERS.pickTitle} fz="sm" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={36}>
              <Checkbox
                aria-label={SERVERS.pickAll}
                checked={chosenShown === entries.length}
                indeterminate={chosenShown > 0 && chosenShown < entries.length}
                onChange={({ currentTarget }) => onChoose(entries, currentTarget.checked)}
              />
            </Table.Th>
            <Table.Th>{SERVERS.tool}</Table.Th>
            <Table.Th w={80} ta="right">
              {SERVERS.tokens}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((candidate) => (
            <CandidateRow
              key={keyOfTool(candidate.entry)}
              candidate={candidate}
              outcome={outcomes.get(keyOfTool(candidate.entry))}
              isChosen={chosen.has(keyOfTool(candidate.entry))}
              onChoose={(isChosen) => onChoose([candidate.entry], isChosen)}
            />
          ))}
        </Table.Tbody>
      </Table>
      {total > shown.length && (
        <Text size="sm" className="muted" p="sm">
          {SERVERS.pickMore(total - shown.length)}
        </Text>
      )}
    </section>
  );
}

interface CandidateRowProps {
  readonly candidate: Candidate;
  readonly outcome: EntryOutcome | undefined;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function CandidateRow({ candidate, outcome, isChosen, onChoose }: CandidateRowProps) {
  const { name, description, tag } = candidate;
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          aria-label={SERVERS.pickTool(name)}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td className={classes.name}>
        {name} {tag && tag !== "read" && <Badge color={COLORS[tag]}>{SERVERS.tags[tag]}</Badge>}
        <Text size="xs" className="muted" lineClamp={2}>
          {outcome?.problem ?? description}
        </Text>
      </Table.Td>
      <Table.Td ta="right" className="number">
        {outcome?.tool?.tokens.toLocaleString("en") ?? "–"}
      </Table.Td>
    </Table.Tr>
  );
}

const COLORS = { read: "gray", write: "blue", destructive: "red" } as const;
