import { Checkbox, Skeleton, Table, VisuallyHidden } from "@mantine/core";
import { useCallbackRef } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef } from "react";
import { PAGES } from "../../words/parts/pages.ts";
import { PARTS } from "../../words/parts/parts.ts";
import { NothingFits } from "../page/nothing.tsx";
import { Problem } from "../page/problem.tsx";
import classes from "./data-list.module.css";
import { type Column, ListRow } from "./list-row.tsx";
import { type Selection, useListKeys } from "./use-list-keys.ts";

const ROW_HEIGHT = 36;
const AHEAD = 6;
// The next page is requested so many rows before the end of the loaded ones, so that scrolling does not stop.
const FETCH_AHEAD = 40;
const SKELETON_ROWS = 10;

/** The part of `usePages` that a list needs. */
interface Source<Row> {
  readonly items: readonly Row[];
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

interface DataListProps<Row> {
  /** The content of the list, for screen readers. */
  readonly label: string;
  readonly source: Source<Row>;
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => string;
  /** Opens a row, with a click or Enter. */
  readonly onOpen?: (row: Row) => void;
  /** Called when the pointer rests on a row: its page can be preloaded. */
  readonly onPoint?: (row: Row) => void;
  readonly selection?: Selection;
  /** Clears the filters; set if there are any. */
  readonly onClear?: () => void;
  /** Shown instead of an empty list without filters: why it is empty and the next step. */
  readonly empty: ReactNode;
}

/**
 * A list of any length: rows are rendered as they scroll into view and loaded on demand; j, k and Enter move in it.
 */
export function DataList<Row>({
  label,
  source,
  columns,
  idOf,
  onOpen,
  onPoint,
  selection,
  onClear,
  empty,
}: DataListProps<Row>) {
  const { items } = source;
  const scroller = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: AHEAD,
  });
  const seen = rows.getVirtualItems();
  const lastSeen = seen.at(-1)?.index ?? 0;
  useEffect(() => {
    const isNearEnd = lastSeen >= items.length - FETCH_AHEAD;
    if (isNearEnd && source.hasNextPage && !source.isFetchingNextPage) source.fetchNextPage();
  }, [lastSeen, items.length, source]);
  const keys = useListKeys({
    list: scroller,
    count: items.length,
    onMove: (index) => rows.scrollToIndex(index, { align: "auto" }),
    onOpen: (index) => items[index] !== undefined && onOpen?.(items[index]),
    onSelect: (index) => items[index] !== undefined && selection?.toggle(idOf(items[index])),
  });
  // A stable identity, so that a row is rendered again only if it has changed.
  const open = useCallbackRef(onOpen);
  const point = useCallbackRef(onPoint);
  const select = useCallbackRef(selection?.toggle);
  if (source.isError && items.length === 0) return <Problem error={source.error} onRetry={source.refetch} />;
  if (!source.isPending && items.length === 0) return onClear ? <NothingFits onClear={onClear} /> : empty;
  const before = seen[0]?.start ?? 0;
  const after = rows.getTotalSize() - (seen.at(-1)?.end ?? 0);
  return (
    <section
      className={classes.scroller}
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      aria-label={label}
      {...keys.props}
    >
      <Table
        className={classes.table}
        aria-label={label}
        aria-rowcount={source.hasNextPage ? -1 : items.length}
      >
        <Table.Thead className={classes.head}>
          <Table.Tr>
            {selection && (
              <Table.Th w={36}>
                <Checkbox
                  aria-label={PAGES.selectAll}
                  disabled={items.length === 0}
                  checked={items.length > 0 && selection.ids.size >= items.length}
                  indeterminate={selection.ids.size > 0 && selection.ids.size < items.length}
                  onChange={({ currentTarget }) =>
                    selection.set(currentTarget.checked ? items.map(idOf) : [])
                  }
                />
              </Table.Th>
            )}
            {columns.map(({ header, isHeaderHidden, width, align, isMinor }) => (
              <Table.Th key={header} w={width} ta={align} className={isMinor ? classes.minor : undefined}>
                {isHeaderHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {source.isPending && <SkeletonRows columns={columns.length + (selection ? 1 : 0)} />}
          {before > 0 && <Spacer height={before} />}
          {seen.map(({ index }) => {
            const row = items[index];
            if (row === undefined) return null;
            const id = idOf(row);
            return (
              <ListRow
                key={id}
                id={id}
                row={row}
                index={index}
                columns={columns}
                isHere={keys.index === index}
                isSelected={selection?.ids.has(id)}
                onOpen={onOpen && open}
                onPoint={point}
                onSelect={select}
              />
            );
          })}
          {after > 0 && <Spacer height={after} />}
        </Table.Tbody>
      </Table>
      {source.isFetchingNextPage && <div className={classes.more}>{PARTS.loadingMore}</div>}
      {source.isError && <Problem error={source.error} onRetry={source.refetch} />}
    </section>
  );
}

function Spacer({ height }: { height: number }) {
  return (
    <tr aria-hidden>
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

function SkeletonRows({ columns }: { columns: number }) {
  const places = (count: number) => Array.from({ length: count }, (_, index) => index);
  return places(SKELETON_ROWS).map((row) => (
    <Table.Tr key={row} className={classes.row} aria-hidden>
      {places(columns).map((column) => (
        <Table.Td key={column}>
          <Skeleton height={10} width={column === 0 ? "80%" : "55%"} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}
