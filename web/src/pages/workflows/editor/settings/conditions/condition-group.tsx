import { SegmentedControl, Select, Text } from "@mantine/core";
import { STEP_SETTINGS } from "../../../../../words/workflows/step-settings.ts";
import { AddButton } from "../fields/add-button.tsx";
import { AnyField } from "../fields/any-field.tsx";
import { RowTools } from "../fields/row-tools.tsx";
import { useRowKeys } from "../fields/use-row-keys.ts";
import { moved, type Values, withMember } from "../schema.ts";
import classes from "../settings.module.css";
import { useStepForm } from "../step-context.ts";
import {
  type Group,
  getGroup,
  isGroup,
  NEW_CONDITION,
  NEW_GROUP,
  UNARY,
  withOperator,
} from "./conditions.ts";

interface ConditionGroupProps {
  readonly label: string;
  /** Dotted path of the list. */
  readonly field: string;
  /** Its number among several groups: "2.1." of the first group in the second. */
  readonly place: string;
  readonly group: Group;
  readonly hasLogic: boolean;
  /** Not even an empty list, which always holds. */
  readonly isUnset?: boolean;
  readonly onParts: (parts: readonly Values[]) => void;
  readonly onLogic: (logic: string) => void;
}

/** Conditions and groups of them, and whether all or any must hold. */
export function ConditionGroup(props: ConditionGroupProps) {
  const { label, field, place, group, hasLogic, isUnset = false, onParts, onLogic } = props;
  const { isReadOnly } = useStepForm();
  const { parts, logic } = group;
  const keys = useRowKeys(parts.length);
  const set = (index: number, next: Values) => onParts(parts.with(index, next));
  return (
    <div className={classes.rows}>
      {hasLogic && parts.length > 1 && (
        <SegmentedControl
          aria-label={`${label}: ${STEP_SETTINGS.logic}`}
          disabled={isReadOnly}
          data={[
            { value: "AND", label: STEP_SETTINGS.all },
            { value: "OR", label: STEP_SETTINGS.any },
          ]}
          value={logic}
          onChange={onLogic}
        />
      )}
      {parts.length === 0 && !isUnset && (
        <Text size="xs" className="muted">
          {STEP_SETTINGS.always}
        </Text>
      )}
      {parts.map((part, index) => (
        <Part
          key={keys.of(index)}
          part={part}
          field={`${field}.${index}`}
          place={`${place}${index + 1}`}
          count={parts.length}
          index={index}
          onChange={(next) => set(index, next)}
          onMove={(by) => {
            keys.move(index, by);
            onParts(moved(parts, index, by));
          }}
          onRemove={() => {
            keys.remove(index);
            onParts(parts.toSpliced(index, 1));
          }}
        />
      ))}
      <div className={classes.row}>
        <AddButton
          label={`${STEP_SETTINGS.addCondition}: ${label}`}
          onClick={() => onParts([...parts, NEW_CONDITION])}
        >
          {STEP_SETTINGS.addCondition}
        </AddButton>
        <AddButton
          label={`${STEP_SETTINGS.addGroup}: ${label}`}
          onClick={() => onParts([...parts, NEW_GROUP])}
        >
          {STEP_SETTINGS.addGroup}
        </AddButton>
      </div>
    </div>
  );
}

interface PartProps {
  readonly part: Values;
  readonly field: string;
  readonly place: string;
  readonly index: number;
  readonly count: number;
  readonly onChange: (part: Values) => void;
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
}

function Part({ part, field, place, index, count, onChange, onMove, onRemove }: PartProps) {
  const inner = isGroup(part);
  const what = inner ? STEP_SETTINGS.group({ place }) : STEP_SETTINGS.condition({ place });
  const { problems } = useStepForm();
  const problem = problems.get(`${field}.operator`) ?? problems.get(field);
  return (
    <fieldset className={classes.box} aria-label={what}>
      <div className={classes.boxHead}>
        <Text size="xs" className="muted">
          {what}
        </Text>
        <RowTools what={what} index={index} count={count} onMove={onMove} onRemove={onRemove} />
      </div>
      {inner ? (
        <ConditionGroup
          label={what}
          field={`${field}.conditions`}
          place={`${place}.`}
          group={getGroup(part)}
          hasLogic
          onParts={(conditions) => onChange({ ...part, conditions })}
          onLogic={(logic) => onChange({ ...part, logic })}
        />
      ) : (
        <Condition what={what} field={field} part={part} onChange={onChange} />
      )}
      {problem && <div className={classes.error}>{problem}</div>}
    </fieldset>
  );
}

interface ConditionProps extends Pick<PartProps, "part" | "field" | "onChange"> {
  readonly what: string;
}

function Condition({ what, field, part, onChange }: ConditionProps) {
  const { isReadOnly } = useStepForm();
  const operator = typeof part.operator === "string" ? part.operator : null;
  const data = Object.entries(STEP_SETTINGS.operators).map(([value, label]) => ({ value, label }));
  const isKnown = operator === null || data.some(({ value }) => value === operator);
  return (
    <>
      <AnyField
        isBare
        isSingleLine
        label={`${what}: ${STEP_SETTINGS.left}`}
        field={`${field}.lhs`}
        value={part.lhs}
        onChange={(lhs) => onChange(withMember(part, "lhs", lhs))}
      />
      <Select
        aria-label={`${what}: ${STEP_SETTINGS.operator}`}
        disabled={isReadOnly}
        allowDeselect={false}
        maxDropdownHeight={320}
        // Aliases of the same operators, written through the API, stay.
        data={isKnown ? data : [...data, operator]}
        value={operator}
        onChange={(next) => next !== null && onChange(withOperator(part, next))}
      />
      {!UNARY.includes(operator ?? "") && (
        <AnyField
          isBare
          isSingleLine
          label={`${what}: ${STEP_SETTINGS.right}`}
          field={`${field}.rhs`}
          value={part.rhs}
          onChange={(rhs) => onChange(withMember(part, "rhs", rhs ?? ""))}
        />
      )}
    </>
  );
}
