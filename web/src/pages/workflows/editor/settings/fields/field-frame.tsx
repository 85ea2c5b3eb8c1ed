import { Text, VisuallyHidden } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { Prose } from "../../../../../parts/values/prose.tsx";
import classes from "../settings.module.css";

/** The ids by which a control is named and described. */
export interface FrameIds {
  readonly labelledBy: string;
  readonly describedBy: string;
}

interface FieldFrameProps {
  readonly label: string;
  readonly isRequired?: boolean | undefined;
  /** Markdown with code in it. */
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  /** Commands for the whole field, at the right of its label. */
  readonly tools?: ReactNode;
  /** Shown below the control, such as the value of an expression. */
  readonly below?: ReactNode;
  /** If a label already describes the field, in a row of several. */
  readonly isBare?: boolean | undefined;
  readonly children: (ids: FrameIds) => ReactNode;
}

/** A field with its label above it, and its value and problems below. */
export function FieldFrame(props: FieldFrameProps) {
  const { label, isRequired = false, description, error, tools, below, isBare = false, children } = props;
  const id = useId();
  const name = (
    <>
      {label}
      {isRequired && (
        <span aria-hidden className={classes.required}>
          {" *"}
        </span>
      )}
    </>
  );
  const ids = { labelledBy: `${id}label`, describedBy: `${id}help ${id}error` };
  return (
    <div className={classes.field}>
      {isBare ? (
        <VisuallyHidden id={ids.labelledBy}>{name}</VisuallyHidden>
      ) : (
        <div className={classes.head}>
          <span id={ids.labelledBy} className={classes.label}>
            {name}
          </span>
          {tools}
        </div>
      )}
      {description && (
        <Text id={`${id}help`} size="xs" className="muted">
          <Prose text={description} />
        </Text>
      )}
      {isBare ? (
        <div className={classes.bare}>
          {children(ids)}
          {tools}
        </div>
      ) : (
        children(ids)
      )}
      {below}
      <div id={`${id}error`} className={classes.error}>
        {error}
      </div>
    </div>
  );
}
