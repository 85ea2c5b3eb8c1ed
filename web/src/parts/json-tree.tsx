import { ActionIcon, Box, Group, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconCode } from "@tabler/icons-react";
import { useState } from "react";
import { PARTS } from "../words/parts.ts";
import { CopyText } from "./identifier.tsx";
import classes from "./json-tree.module.css";

const SHOWN_AT_ONCE = 100;
const LONGEST_TEXT = 200;
const OPEN_LEVELS = 1;

interface JsonTreeProps {
  readonly value: unknown;
  readonly label: string;
  /** The expression that names the value in a template, such as `input` or `nodes.order.output`. */
  readonly expression?: string;
}

/** A value of an execution as a tree. Its texts are shown as texts, whatever is in them. */
export function JsonTree({ value, label, expression }: JsonTreeProps) {
  return (
    <Box className={classes.tree} role="tree" aria-label={label}>
      <Branch name={undefined} value={value} expression={expression} level={0} />
    </Box>
  );
}

interface BranchProps {
  readonly name: string | number | undefined;
  readonly value: unknown;
  readonly expression: string | undefined;
  readonly level: number;
}

function Branch({ name, value, expression, level }: BranchProps) {
  const [isOpen, setIsOpen] = useState(level < OPEN_LEVELS);
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  if (typeof value !== "object" || value === null)
    return <Leaf name={name} value={value} expression={expression} level={level} />;
  const members: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value);
  const summary = Array.isArray(value) ? `[${members.length}]` : `{${members.length}}`;
  const Arrow = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div role="treeitem" aria-expanded={isOpen} aria-selected={false} tabIndex={-1}>
      <Line level={level} value={value} expression={expression}>
        <UnstyledButton className={classes.fold} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <Arrow size={12} aria-hidden />
          {name !== undefined && <span className={classes.name}>{name}</span>}
          <span className="muted">{members.length === 0 ? PARTS.empty : summary}</span>
        </UnstyledButton>
      </Line>
      {isOpen && members.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: the group of a tree, not a fieldset
        <div role="group">
          {members.slice(0, shown).map(([key, member]) => (
            <Branch
              key={key}
              name={key}
              value={member}
              expression={expression === undefined ? undefined : memberOf(expression, key)}
              level={level + 1}
            />
          ))}
          {members.length > shown && (
            <UnstyledButton
              className={classes.more}
              style={{ paddingLeft: 16 * (level + 1) }}
              onClick={() => setShown(shown + 10 * SHOWN_AT_ONCE)}
            >
              {PARTS.more(members.length - shown)}
            </UnstyledButton>
          )}
        </div>
      )}
    </div>
  );
}

function Leaf({ name, value, expression, level }: BranchProps) {
  const [isWhole, setIsWhole] = useState(false);
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  const isLong = text.length > LONGEST_TEXT;
  return (
    <div role="treeitem" aria-selected={false} tabIndex={-1}>
      <Line level={level} value={value} expression={expression}>
        <span className={classes.leaf}>
          {name !== undefined && <span className={classes.name}>{name}</span>}
          <span className={classes[value === null ? "null" : typeof value]}>
            {isLong && !isWhole ? `${text.slice(0, LONGEST_TEXT)}…` : text}
          </span>
          {isLong && (
            <UnstyledButton className={classes.more} onClick={() => setIsWhole(!isWhole)}>
              {isWhole ? PARTS.collapse : PARTS.more(text.length - LONGEST_TEXT)}
            </UnstyledButton>
          )}
        </span>
      </Line>
    </div>
  );
}

interface LineProps {
  readonly level: number;
  readonly value: unknown;
  readonly expression: string | undefined;
  readonly children: React.ReactNode;
}

function Line({ level, value, expression, children }: LineProps) {
  return (
    <Group
      gap={4}
      wrap="nowrap"
      align="flex-start"
      className={classes.line}
      style={{ paddingLeft: 16 * level }}
    >
      {children}
      <span className={classes.tools}>
        <CopyText label={PARTS.copyValue} text={copied(value)} />
        {expression !== undefined && <CopyExpression expression={`{{ ${expression} }}`} />}
      </span>
    </Group>
  );
}

function CopyExpression({ expression }: { expression: string }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={20}
      title={expression}
      aria-label={`${PARTS.copyExpression}: ${expression}`}
      onClick={() => navigator.clipboard.writeText(expression)}
    >
      <IconCode size={14} />
    </ActionIcon>
  );
}

function copied(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
}

/** The path of a member, as expressions write it. */
function memberOf(expression: string, key: string | number): string {
  if (typeof key === "number") return `${expression}[${key}]`;
  return /^[A-Za-z_]\w*$/.test(key) ? `${expression}.${key}` : `${expression}[${JSON.stringify(key)}]`;
}
