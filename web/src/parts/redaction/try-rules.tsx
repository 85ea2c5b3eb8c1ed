import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useChange } from "../../api/use-api.ts";
import { REDACTION } from "../../words/redaction.ts";
import { JsonField } from "../forms/json-field.tsx";
import { parseJson } from "../forms/json-text.ts";
import { Problem } from "../page/problem.tsx";
import { RoleButton } from "../page/role-button.tsx";

const EXAMPLE = JSON.stringify(
  { customer: { name: "Ann Lee", email: "ann@example.com" }, note: "Call +49 171 1234567" },
  null,
  2,
);

/** Shows what records would show of pasted data, by the rules that apply. */
export function TryRules({ workflowId }: { workflowId?: string }) {
  const [text, setText] = useState(EXAMPLE);
  const preview = useChange("post", "/api/v2/public/redaction/preview", []);
  const data = parseJson(text);
  const send = () => data !== undefined && preview.mutate({ body: { data, workflow_id: workflowId } });
  return (
    <Stack gap="sm">
      <JsonField label={REDACTION.data} value={text} onChange={setText} />
      <div>
        <RoleButton least="viewer" onClick={send} loading={preview.isPending}>
          {REDACTION.tryTitle}
        </RoleButton>
      </div>
      {preview.error && <Problem error={preview.error} />}
      {preview.data && (
        <div role="status">
          {preview.data.changed ? (
            <JsonField
              label={REDACTION.shown}
              value={JSON.stringify(preview.data.data, null, 2)}
              isReadOnly
            />
          ) : (
            <Text size="sm">{REDACTION.unchanged}</Text>
          )}
        </div>
      )}
    </Stack>
  );
}
