import { createLazyRoute } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../../api/use-api.ts";
import { Page } from "../../../parts/page/page.tsx";
import { APPLICATIONS, OWN } from "../../../words/applications.ts";
import { AFTER_CHANGES } from "../application.ts";
import { ChooseOperations } from "./choose-operations.tsx";
import { DocumentForm, type Source } from "./document-form.tsx";
import { OwnIsAdded } from "./own-is-added.tsx";

export const Route = createLazyRoute("/$environment/applications/add/openapi")({ component: OpenApiPage });

const PATH = "/api/v2/public/application/openapi";

/** Creates an application from an OpenAPI document: first the document, then which of its operations. */
function OpenApiPage() {
  const [source, setSource] = useState<Source>();
  const preview = useChange("post", `${PATH}/preview`, []);
  const add = useChange("post", PATH, AFTER_CHANGES);
  const read = (chosen: Source) => preview.mutate({ body: chosen }, { onSuccess: () => setSource(chosen) });
  const { data: added } = add;
  const isChoosing = source !== undefined && preview.data !== undefined;
  return (
    <Page title={OWN.openApiTitle} back={{ to: "/$environment/applications", label: APPLICATIONS.toList }}>
      {added ? (
        <OwnIsAdded
          slug={added.slug}
          name={added.name}
          warnings={added.warnings}
          check={added.needs_credential ? undefined : added.check}
          tab={added.needs_credential ? "setup" : "actions"}
        />
      ) : (
        <>
          {/* Kept while operations are chosen, so that the user can go back to what was entered. */}
          <div hidden={isChoosing}>
            <DocumentForm isReading={preview.isPending} error={preview.error} onRead={read} />
          </div>
          {isChoosing && (
            <ChooseOperations
              preview={preview.data}
              isAdding={add.isPending}
              error={add.error}
              onBack={() => setSource(undefined)}
              onAdd={(choice) => add.mutate({ body: { ...source, ...choice } })}
            />
          )}
        </>
      )}
    </Page>
  );
}
