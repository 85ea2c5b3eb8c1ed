import { Skeleton, Stack, Tabs, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { createLazyRoute } from "@tanstack/react-router";
import { useState } from "react";
import { useChangeIn, useRead } from "../../../api/use-api.ts";
import { useMay } from "../../../api/use-role.ts";
import { tell } from "../../../parts/forms/confirm.tsx";
import { fieldErrors } from "../../../parts/forms/field-errors.ts";
import { FormProblem } from "../../../parts/forms/form-problem.tsx";
import { SaveBar } from "../../../parts/forms/save-bar.tsx";
import { loadedWhenShown } from "../../../parts/page/loaded-when-shown.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { useFilters } from "../../../parts/page/use-filters.ts";
import { BRANDING } from "../../../words/settings/branding.ts";
import { SETTINGS } from "../../../words/settings/settings.ts";
import classes from "./branding.module.css";
import { BRANDING_FIELDS, getBody, getBranding, ORGANIZATION, type Organization } from "./branding.ts";
import { BrandingFields } from "./branding-fields.tsx";
import { CustomerExecutionsSection } from "./customer-executions-section.tsx";
import { CustomerWorkflowsSection } from "./customer-workflows-section.tsx";
import { draftFields, type TextDrafts } from "./own-texts.ts";
import { PortalPreview, type View } from "./portal-preview.tsx";
import { usePreview } from "./use-preview.ts";

const OwnTextsSection = loadedWhenShown(() =>
  import("./own-texts-section.tsx").then((file) => file.OwnTextsSection),
);

export const Route = createLazyRoute("/$environment/settings/branding")({ component: BrandingTab });

const TABS = ["look", "portal", "texts"] as const;

function BrandingTab() {
  const { data, error, refetch } = useRead(ORGANIZATION, {});
  if (error) return <Problem error={error} onRetry={refetch} />;
  return data ? <BrandingForm organization={data} /> : <Skeleton height={480} />;
}

function BrandingForm({ organization }: { organization: Organization }) {
  // The same in both environments, and changed with a role in production.
  const readOnly = !useMay("owner", "production");
  const { filters, change } = useFilters(["tab"]);
  const tab = TABS.find((name) => name === filters.tab) ?? TABS[0];
  const [view, setView] = useState<View>({
    page: "applications",
    scheme: "light",
    language: "en",
    window: "wide",
  });
  const form = useForm({ initialValues: getBranding(organization) });
  const [drafts, setDrafts] = useState<TextDrafts>({});
  const preview = usePreview(form.values, drafts, view);
  const save = useChangeIn("production", "put", ORGANIZATION, [ORGANIZATION]);
  const { at: problems, rest } = fieldErrors(preview.error, {
    ...BRANDING_FIELDS,
    ...draftFields(drafts),
  });
  const submit = (values: typeof form.values) =>
    save.mutate(
      { body: getBody(values) },
      {
        onSuccess: (saved) => {
          form.setInitialValues(getBranding(saved));
          form.reset();
          tell(BRANDING.saved);
        },
      },
    );
  return (
    <Tabs value={tab} onChange={(to) => change({ tab: to === TABS[0] ? undefined : (to ?? undefined) })}>
      <Tabs.List aria-label={BRANDING.parts}>
        {TABS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {BRANDING.partNames[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} pt="lg">
        {tab === "portal" ? (
          <Stack gap="xl" maw={640}>
            <CustomerExecutionsSection />
            <CustomerWorkflowsSection />
          </Stack>
        ) : (
          <div className={classes.columns}>
            {tab === "look" ? (
              <form onSubmit={form.onSubmit(submit)} aria-label={BRANDING.tab}>
                <Stack gap="lg">
                  <Text size="sm" className="muted">
                    {BRANDING.help}
                  </Text>
                  {readOnly && <Text size="sm">{SETTINGS.ownersOnly}</Text>}
                  <FormProblem form={form} error={save.error} />
                  <BrandingFields
                    form={form}
                    organization={organization}
                    problems={problems}
                    readOnly={readOnly}
                    preview={preview.shown}
                  />
                  {!readOnly && (
                    <SaveBar
                      action={BRANDING.save}
                      isDirty={form.isDirty()}
                      isPending={save.isPending}
                      onDiscard={form.reset}
                    />
                  )}
                </Stack>
              </form>
            ) : (
              <OwnTextsSection
                organization={organization}
                drafts={drafts}
                problems={problems}
                readOnly={readOnly}
                onDrafts={setDrafts}
                language={view.language}
                onLanguage={(language) => setView({ ...view, language })}
                open={view.text}
                onOpen={(text) => setView({ ...view, text })}
              />
            )}
            <PortalPreview html={preview.shown?.html} error={rest} view={view} onView={setView} />
          </div>
        )}
      </Tabs.Panel>
    </Tabs>
  );
}
