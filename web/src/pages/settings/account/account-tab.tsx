import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { sessionQuery } from "../../../api/session.ts";
import { PasswordSection } from "./password-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { TotpSection } from "./totp-section.tsx";

export const Route = createLazyRoute("/$environment/settings/")({ component: AccountTab });

/** Settings of the signed-in operator only. */
function AccountTab() {
  const { data: session } = useQuery(sessionQuery);
  if (!session) return null;
  return (
    <Stack gap={32} maw={560}>
      <ProfileSection operator={session.operator} />
      <PasswordSection operator={session.operator} />
      <TotpSection operator={session.operator} />
      <SessionsSection />
    </Stack>
  );
}
