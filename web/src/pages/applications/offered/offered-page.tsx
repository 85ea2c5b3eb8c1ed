import { Skeleton, Stack, Text } from "@mantine/core";
import { createLazyRoute } from "@tanstack/react-router";
import { useRead } from "../../../api/use-api.ts";
import { useEnvironment } from "../../../api/use-environment.ts";
import { Page } from "../../../parts/page/page.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { APPLICATIONS } from "../../../words/applications.ts";
import { OFFERED } from "../../../words/offered.ts";
import { OfferedForm, PATH } from "./offered-form.tsx";

export const Route = createLazyRoute("/$environment/applications/portal/offered")({
  component: OfferedPage,
});

function OfferedPage() {
  const environment = useEnvironment();
  const { data, error, refetch } = useRead(PATH, {});
  return (
    <Page
      title={APPLICATIONS.offered}
      back={{ to: "/$environment/applications", label: APPLICATIONS.toList }}
    >
      <Stack gap="lg" maw={640}>
        <Text size="sm" className="muted">
          {OFFERED.help(environment)}
        </Text>
        {error && !data && <Problem error={error} onRetry={refetch} />}
        {!error && !data && <Skeleton height={200} />}
        {data && <OfferedForm key={environment} stored={data} />}
      </Stack>
    </Page>
  );
}
