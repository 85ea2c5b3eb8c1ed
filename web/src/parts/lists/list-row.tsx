import { Checkbox } from "@mantine/core";
import { memo, type ReactNode } from "react";
import { PAGES } from "../../words/parts/pages.ts";
import classes from "./data-list.module.css";

export interface Column<Row> {
  readonly header: string;
  /** Set if the cells need no visible header, such as buttons; screen readers still get it. */
  readonly isHeaderHidden?: boolean;
  /** CSS width; columns without one share the rest. */
  readonly width?: number | string;
  readonly align?: "right";
  /** Omitted in narrow windows. */
  readonly isMinor?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface ListRowProps<Row> {
  readonly id: string;
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly Column<Row>[];
  /** Whether it has the keyboard focus. */
  readonly isHere: boolean;
  /** Undefined in lists without selection. */
  readonly isSelected: boolean | undefined;
  /** Undefined if rows do not open. */
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly onPoint: (row: Row) => void;
  readonly onSelect: (id: string) => void;
}

/** A row of a list. Plain table elements, because rows are created and removed by the hundred while scrolling. */
export const ListRow = memo(function ListRow<Row>({
  id,
  row,
  index,
  columns,
  isHere,
  isSelected,
  onOpen,
  onPoint,
  onSelect,
}: ListRowProps<Row>) {
  return (
    <tr
      className={classes.row}
      data-open={onOpen ? true : undefined}
      data-here={isHere || undefined}
      aria-rowindex={index + 1}
      onClick={({ target }) => !isControl(target) && onOpen?.(row)}
      onPointerEnter={() => onPoint(row)}
    >
      {isSelected !== undefined && (
        <td data-control>
          <Checkbox
            aria-label={`${PAGES.selectOne} ${id}`}
            checked={isSelected}
            onChange={() => onSelect(id)}
          />
        </td>
      )}
      {columns.map(({ header, align, isMinor, cell }) => (
        <td key={header} data-align={align} className={isMinor ? classes.minor : undefined}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}) as <Row>(props: ListRowProps<Row>) => React.JSX.Element;

/** Whether a click was meant for a control in the row, or just missed it. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a, button, input, label, [data-control]") !== null;
}
