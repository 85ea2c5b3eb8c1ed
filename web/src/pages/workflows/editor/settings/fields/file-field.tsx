import { Button, Group, Text } from "@mantine/core";
import { useMemo } from "react";
import { STEP_SETTINGS } from "../../../../../words/workflows/step-settings.ts";
import { findFileExpressions } from "../file-expressions.ts";
import { useStepForm } from "../step-context.ts";
import { AnyField, type AnyFieldProps } from "./any-field.tsx";

/** A reference to a file: an expression, one of those that the last run or test had. */
export function FileField(props: AnyFieldProps) {
  const { isReadOnly, roots } = useStepForm();
  const files = useMemo(() => findFileExpressions(roots), [roots]);
  const { value, onChange } = props;
  return (
    <div>
      <AnyField {...props} />
      {!isReadOnly && value === undefined && (
        <Group gap={6} mt={4} role="group" aria-label={STEP_SETTINGS.filesAtHand}>
          <Text size="xs" className="muted">
            {files.length > 0 ? STEP_SETTINGS.filesAtHand : STEP_SETTINGS.noFilesAtHand}
          </Text>
          {files.map(({ name, expression }) => (
            <Button
              key={expression}
              size="compact-xs"
              variant="default"
              title={name}
              onClick={() => onChange(`{{ ${expression} }}`)}
            >
              {expression}
            </Button>
          ))}
        </Group>
      )}
    </div>
  );
}
