import { Highlight, UnstyledButton } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import {
  IconCheck,
  IconChevronDown,
  IconChevronRight,
  IconCode,
  IconCopy,
  IconTextPlus,
} from "@tabler/icons-react";
import { memo, useId, useState } from "react";
import { ExactNumber } from "../../api/exact-json.ts";
import { LOCALE } from "../../words/parts/locale.ts";
import { PARTS } from "../../words/parts/parts.ts";
import classes from "./json-tree.module.css";
import { hasMembers, type TreeRow } from "./rows.ts";

const INDENT = 16;
const LONGEST_TEXT = 200;
// How much more of a long text is shown at once.
const MORE_TEXT = 10_000;
const BEFORE_MATCH = 40;

interface TreeLineProps {
  readonly row: TreeRow;
  readonly index: number;
  /** Whether it is in the tab order: one of all lines is. */
  readonly isHere: boolean;
  /** The search text. */
  readonly text: string;
  readonly onToggle: (row: TreeRow) => void;
  /** Called with the expression of a value that is clicked. */
  readonly pick: ((expression: string) => void) | undefined;
  readonly onCome: (path: string) => void;
  /** Measures the line if only visible ones are rendered. */
  readonly measure: ((line: HTMLElement | null) => void) | undefined;
}

/** A line of a tree: a member's name and value. Its commands appear on hover, or with Tab. */
export const TreeLine = memo(function TreeLine(props: TreeLineProps) {
  const { row, index, isHere, text, onToggle, pick, onCome, measure } = props;
  const { path, name, size, isOpen, level } = row;
  const [isPointed, setIsPointed] = useState(false);
  // Screen readers get what is visible, without the commands.
  const content = useId();
  const isBranch = size !== undefined && size > 0;
  const { expression } = row;
  const onPick = pick && expression ? () => pick(expression) : undefined;
  // A click on it opens it instead.
  const canInsertWhole = isBranch && onPick !== undefined && level > 1;
  const Arrow = isOpen ? IconChevronDown : IconChevronRight;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    <div
      ref={measure}
      role="treeitem"
      aria-labelledby={content}
      aria-level={level}
      aria-posinset={row.place}
      aria-setsize={row.of}
      aria-expanded={isBranch ? isOpen : undefined}
      aria-selected={isHere}
      tabIndex={isHere ? 0 : -1}
      data-index={index}
      data-open={isBranch || onPick !== undefined || undefined}
      className={classes.line}
      style={{ paddingLeft: INDENT * (level - 1) }}
      onClick={isBranch ? () => onToggle(row) : onPick}
      onFocus={() => onCome(path)}
      onPointerEnter={() => setIsPointed(true)}
      onPointerLeave={() => setIsPointed(false)}
    >
      {isBranch ? (
        <span id={content} className={classes.fold}>
          <Arrow size={12} aria-hidden className={classes.arrow} />
          <Name name={name} text={text} />
          <span className="muted">{sizeWord(row.value, size)}</span>
        </span>
      ) : (
        <span id={content} className={classes.leaf}>
          <Name name={name} text={text} />
          <Leaf value={row.value} text={row.isMatch ? text : ""} />
        </span>
      )}
      {(isPointed || isHere || canInsertWhole) && (
        <LineTools row={row} onPick={onPick} isWhole={isPointed || isHere} />
      )}
    </div>
  );
});

function Name({ name, text }: { name: TreeRow["name"]; text: string }) {
  if (name === undefined) return null;
  return (
    <span className={classes.name}>
      {typeof name === "number" ? name : <Marked text={text}>{name}</Marked>}:{" "}
    </span>
  );
}

function Leaf({ value, text }: { value: unknown; text: string }) {
  const [shown, setShown] = useState(LONGEST_TEXT);
  if (hasMembers(value)) return <span className="muted">{PARTS.empty}</span>;
  const kind = classes[value === null ? "null" : value instanceof ExactNumber ? "number" : typeof value];
  if (typeof value !== "string")
    return (
      <span className={kind}>
        <Marked text={text}>{String(value)}</Marked>
      </span>
    );
  const from = beginningOf(value, text, shown);
  const piece = JSON.stringify(value.slice(from, from + shown));
  const rest = value.length - from - shown;
  return (
    <>
      <span className={kind}>
        {from > 0 && "…"}
        <Marked text={text}>{rest > 0 ? `${piece.slice(0, -1)}…` : piece}</Marked>
      </span>
      {rest > 0 && (
        <UnstyledButton className={classes.more} onClick={() => setShown(shown + MORE_TEXT)}>
          {PARTS.more({ count: rest })}
        </UnstyledButton>
      )}
    </>
  );
}

/** The start of the shown part of a long text, which contains the search result. */
function beginningOf(value: string, text: string, shown: number): number {
  if (text === "" || value.length <= shown) return 0;
  const at = value.toLowerCase().indexOf(text.toLowerCase());
  return at + text.length <= shown ? 0 : at - BEFORE_MATCH;
}

function Marked({ text, children }: { text: string; children: string }) {
  if (text === "") return children;
  return (
    <Highlight span inherit highlight={text}>
      {children}
    </Highlight>
  );
}

interface LineToolsProps {
  readonly row: TreeRow;
  readonly onPick: (() => void) | undefined;
  /** False: only what is always visible. */
  readonly isWhole: boolean;
}

/** Inserting stands last, where it stays when the others appear before it. */
function LineTools({ row: { value, expression, size }, onPick, isWhole }: LineToolsProps) {
  return (
    <span className={classes.tools} data-lasting={(onPick && (size ?? 0) > 0) || undefined}>
      {isWhole && <CopyLine label={PARTS.copyValue} icon={IconCopy} read={() => copied(value)} />}
      {isWhole && expression && (
        <CopyLine
          label={`${PARTS.copyExpression}: {{ ${expression} }}`}
          icon={IconCode}
          read={() => `{{ ${expression} }}`}
        />
      )}
      {onPick && (
        <UnstyledButton
          className={classes.tool}
          title={PARTS.insertExpression({ expression: expression ?? "" })}
          aria-label={PARTS.insertExpression({ expression: expression ?? "" })}
          onClick={(event) => {
            event.stopPropagation();
            onPick();
          }}
        >
          <IconTextPlus size={14} aria-hidden />
        </UnstyledButton>
      )}
    </span>
  );
}

interface CopyLineProps {
  readonly label: string;
  readonly icon: typeof IconCopy;
  /** The copied text; for a large value created only when needed. */
  readonly read: () => string;
}

function CopyLine({ label, icon: Icon, read }: CopyLineProps) {
  const { copied: isDone, copy } = useClipboard({ timeout: 1000 });
  return (
    <UnstyledButton
      className={classes.tool}
      title={isDone ? PARTS.copied : label}
      aria-label={isDone ? PARTS.copied : label}
      onClick={(event) => {
        event.stopPropagation();
        copy(read());
      }}
    >
      {isDone ? <IconCheck size={14} aria-hidden /> : <Icon size={14} aria-hidden />}
    </UnstyledButton>
  );
}

function sizeWord(value: unknown, size: number): string {
  if (size === 0) return PARTS.empty;
  const count = size.toLocaleString(LOCALE.language);
  return Array.isArray(value) ? `[${count}]` : `{${count}}`;
}

function copied(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
}
