import type { Reply } from "@junctor/sdk";
import { Stack, Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { REDACTION } from "../../words/redaction.ts";
import { describeRule } from "./policy.ts";

/** The strictest of all levels, and which level says what. */
export function EffectivePolicy({ effective }: Pick<Reply<"get", "/api/v2/public/redaction">, "effective">) {
  const { keep, keep_from: keepFrom, rules, reveal } = effective;
  if (keep === "everything" && rules.length === 0)
    return (
      <Text size="sm" className="muted">
        {REDACTION.nothingApplies}
      </Text>
    );
  return (
    <Stack gap="xs">
      <Table aria-label={REDACTION.effective}>
        <Table.Tbody>
          <Line what={REDACTION.keep} from={keepFrom && REDACTION.from[keepFrom]}>
            {REDACTION.keepOf[keep]}
          </Line>
          {rules.map(({ from, ...rule }) => {
            const { by, value } = describeRule(rule);
            return (
              <Line key={`${by} ${value}`} what={by} from={REDACTION.from[from]}>
                <span className={rule.kind === undefined ? "mono" : undefined}>{value}</span>
              </Line>
            );
          })}
          <Line what={REDACTION.originals} from={undefined}>
            {reveal
              ? REDACTION.revealed(reveal.days, REDACTION.roleOf[reveal.role].toLowerCase())
              : REDACTION.originalsOf.delete}
          </Line>
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

interface LineProps {
  readonly what: string;
  readonly from: string | undefined;
  readonly children: ReactNode;
}

function Line({ what, from, children }: LineProps) {
  return (
    <Table.Tr>
      <Table.Th fw={500}>{what}</Table.Th>
      <Table.Td style={{ overflowWrap: "anywhere" }}>{children}</Table.Td>
      <Table.Td className="muted">{from}</Table.Td>
    </Table.Tr>
  );
}
