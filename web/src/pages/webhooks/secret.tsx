import { Button, CopyButton, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useRead } from "../../api/use-api.ts";
import { useMay } from "../../api/use-role.ts";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { getSentence } from "../../parts/page/problem.tsx";
import { PARTS } from "../../words/parts/parts.ts";
import { WEBHOOKS } from "../../words/webhooks.ts";
import type { Webhook } from "./webhook.ts";
import classes from "./webhooks.module.css";

const RotateSecret = loadedWhenShown(() => import("./rotate-secret.tsx").then((file) => file.RotateSecret));

/** The signing secret: read only on request, by those who may. */
export function Secret({ webhook }: { webhook: Webhook }) {
  const may = useMay("developer");
  const [isShown, setShown] = useState(false);
  const [isRotating, rotating] = useDisclosure();
  const { data, error } = useRead(
    "/api/v2/public/webhook/{id}/secret",
    { path: { id: webhook._id } },
    { enabled: may && isShown },
  );
  if (!may) return <span className="muted">{WEBHOOKS.secretNeedsRole}</span>;
  return (
    <div>
      <Group gap="sm">
        <span className={`mono ${classes.long}`}>{isShown && data ? data.secret : "whsec_••••••••••••"}</span>
        {isShown && data && (
          <CopyButton value={data.secret}>
            {({ copied, copy }) => (
              <Button variant="default" size="compact-xs" onClick={copy}>
                {copied ? PARTS.copied : PARTS.copy}
              </Button>
            )}
          </CopyButton>
        )}
        <Button variant="default" size="compact-xs" onClick={() => setShown(!isShown)}>
          {isShown ? WEBHOOKS.hideSecret : WEBHOOKS.showSecret}
        </Button>
        <Button variant="default" size="compact-xs" onClick={rotating.open}>
          {WEBHOOKS.rotate}
        </Button>
      </Group>
      <Text size="xs" className="muted">
        {error ? getSentence(error) : WEBHOOKS.secretHelp}
      </Text>
      {isRotating && <RotateSecret id={webhook._id} onClose={rotating.close} />}
    </div>
  );
}
