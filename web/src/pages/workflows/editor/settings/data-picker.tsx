import { Text, UnstyledButton } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useId, useState } from "react";
import { customerPage } from "../../../../api/audience.ts";
import { JsonTree } from "../../../../parts/json-tree/json-tree.tsx";
import { TextLink } from "../../../../parts/links/text-link.tsx";
import { OPERATOR_EDITOR } from "../../../../words/workflows/operator-editor.ts";
import { STEP_SETTINGS } from "../../../../words/workflows/step-settings.ts";
import classes from "./settings.module.css";
import { useStepForm } from "./step-context.ts";
import type { Sample } from "./step-data.ts";

/** The data of expressions, as a tree: a click inserts a value's expression at the cursor. */
export function DataPicker({ sample }: { sample: Sample }) {
  const { hasData } = useStepForm();
  const [chosen, choose] = useLocalStorage<boolean | undefined>({
    key: "junctor.data-picker",
    defaultValue: undefined,
    getInitialValueInEffect: false,
  });
  // Empty values would take half of the panel.
  const isOpen = chosen ?? hasData;
  const content = useId();
  const Arrow = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <section className={classes.data} aria-label={STEP_SETTINGS.data}>
      <UnstyledButton
        className={classes.dataHead}
        aria-expanded={isOpen}
        aria-controls={content}
        onClick={() => choose(!isOpen)}
      >
        <Arrow size={14} aria-hidden />
        {STEP_SETTINGS.data}
      </UnstyledButton>
      <div id={content} hidden={!isOpen}>
        {isOpen && <Tree sample={sample} />}
      </div>
    </section>
  );
}

function Tree({ sample }: { sample: Sample }) {
  const { roots, target, hasData } = useStepForm();
  const [said, setSaid] = useState("");
  const pick = (path: string) => {
    setSaid(target.current ? STEP_SETTINGS.inserted({ expression: path }) : STEP_SETTINGS.noField);
    target.current?.insert(path);
  };
  return (
    <>
      <Text size="xs" className="muted" mb={4}>
        {hasData ? <Origin sample={sample} /> : STEP_SETTINGS.noData}
      </Text>
      <JsonTree value={roots} label={STEP_SETTINGS.findData} expression="" openLevels={2} onPick={pick} />
      <Text size="xs" className="muted" role="status" mt={4}>
        {said}
      </Text>
    </>
  );
}

/** Which execution the data is from. */
function Origin({ sample: { executionId } }: { sample: Sample }) {
  return (
    <>
      {executionId === undefined ? (
        `${STEP_SETTINGS.dataOfEvent} `
      ) : customerPage() ? (
        `${STEP_SETTINGS.dataOfLast} `
      ) : (
        <>
          {OPERATOR_EDITOR.dataOf}{" "}
          <TextLink to="/$environment/executions/$id" params={{ id: executionId }} size="xs" className="mono">
            {executionId}
          </TextLink>
          {". "}
        </>
      )}
      {STEP_SETTINGS.insertHint}
    </>
  );
}
