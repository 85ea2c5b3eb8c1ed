import { useCallbackRef } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useDeferredValue, useImperativeHandle, useMemo, useRef, useState } from "react";
import classes from "./json-tree.module.css";
import { AT_FIRST, type Folding, findIn, getRows, hasMoreThan, type TreeRow } from "./rows.ts";
import { TreeLine } from "./tree-line.tsx";
import { TreeTools } from "./tree-tools.tsx";
import { useTreeKeys } from "./use-tree-keys.ts";

// Values with no more members than this fit at a glance.
const FEW_MEMBERS = 10;
// Longer trees render only visible lines, in a scrolling box of their own.
const MANY_LINES = 150;
const LINE_HEIGHT = 20;
const AHEAD = 20;

interface JsonTreeProps {
  readonly value: unknown;
  readonly label: string;
  /** The expression for the value in a template, such as `input` or `nodes.order.output`. */
  readonly expression?: string;
  /** How many levels are expanded at first; default: one. */
  readonly openLevels?: number;
  /** Called with the expression of a value that is clicked, or chosen with Enter. */
  readonly onPick?: (expression: string) => void;
}

/** A value of an execution as a tree, to expand, search and copy from. Its texts are shown as plain text. */
export function JsonTree({ value, label, expression, openLevels, onPick }: JsonTreeProps) {
  const [folding, setFolding] = useState<Folding>(AT_FIRST);
  const [typed, setTyped] = useState("");
  // Typing stays responsive while a large value is searched.
  const text = useDeferredValue(typed.trim());
  const found = useMemo(() => (text === "" ? undefined : findIn(value, text)), [value, text]);
  const rows = useMemo(
    () => getRows(value, { expression, folding, found, openLevels }),
    [value, expression, folding, found, openLevels],
  );
  const hasTools = useMemo(() => hasMoreThan(value, FEW_MEMBERS), [value]);
  const lines = useRef<{ enter: () => void }>(null);
  const toggle = useCallbackRef((row: TreeRow) => setFolding((before) => toggled(before, row.path)));
  const picked = useCallbackRef(onPick);
  const pick = onPick && picked;
  return (
    <div>
      {hasTools && (
        <TreeTools
          typed={typed}
          found={found?.matches.size}
          onType={(next) => {
            setTyped(next);
            // Search results are expanded automatically.
            setFolding(AT_FIRST);
          }}
          onEnter={() => lines.current?.enter()}
          onFold={(all) => setFolding({ all, except: new Set() })}
        />
      )}
      {rows.length > 0 && (
        <Lines ref={lines} label={label} rows={rows} text={text} pick={pick} onToggle={toggle} />
      )}
    </div>
  );
}

interface LinesProps {
  readonly ref: React.Ref<{ enter: () => void }>;
  readonly label: string;
  readonly rows: readonly TreeRow[];
  readonly text: string;
  readonly onToggle: (row: TreeRow) => void;
  readonly pick: ((expression: string) => void) | undefined;
}

function Lines({ ref, label, rows, text, onToggle, pick }: LinesProps) {
  const root = useRef<HTMLDivElement>(null);
  const isLong = rows.length > MANY_LINES;
  const drawn = useVirtualizer({
    count: rows.length,
    enabled: isLong,
    getScrollElement: () => root.current,
    getItemKey: (index) => rows[index]?.path ?? index,
    estimateSize: () => LINE_HEIGHT,
    overscan: AHEAD,
  });
  const { here, comeTo, moveTo, handlers } = useTreeKeys({
    root,
    rows,
    onToggle,
    pick,
    onShow: (index) => isLong && drawn.scrollToIndex(index, { align: "auto" }),
  });
  useImperativeHandle(ref, () => ({
    enter: () =>
      moveTo(
        Math.max(
          0,
          rows.findIndex(({ isMatch }) => isMatch),
        ),
      ),
  }));
  const seen = drawn.getVirtualItems();
  const indexes = isLong ? seen.map(({ index }) => index) : rows.keys();
  const before = seen[0]?.start ?? 0;
  const after = isLong ? drawn.getTotalSize() - (seen.at(-1)?.end ?? 0) : 0;
  return (
    <div
      ref={root}
      role="tree"
      aria-label={label}
      className={classes.tree}
      data-long={isLong || undefined}
      tabIndex={-1}
      {...handlers}
    >
      <div role="none" style={{ paddingTop: before, paddingBottom: after }}>
        {[...indexes].map((index) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <TreeLine
              key={row.path}
              row={row}
              index={index}
              isHere={index === here}
              text={text}
              onToggle={onToggle}
              pick={pick}
              onCome={comeTo}
              measure={isLong ? drawn.measureElement : undefined}
            />
          );
        })}
      </div>
    </div>
  );
}

function toggled({ all, except }: Folding, path: string): Folding {
  const after = new Set(except);
  if (!after.delete(path)) after.add(path);
  return { all, except: after };
}
