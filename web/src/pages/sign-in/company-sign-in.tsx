import { Alert, Button, Divider, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { sendAnywhere } from "../../api/session.ts";
import { SIGN_IN } from "../../words/sign-in.ts";

const SESSION = "/api/v2/public/operator-session";

/** Where there is one, the way over the company's identity provider, which leads away from the page and back. */
export function CompanySignIn() {
  const { data: methods } = useQuery({
    queryKey: ["sign-in-methods"],
    queryFn: ({ signal }) => sendAnywhere("get", `${SESSION}/methods`, { signal }),
  });
  if (!methods?.oidc) return null;
  return (
    <Stack gap="md">
      <Divider label={SIGN_IN.or} />
      <Button component="a" href={`${SESSION}/oidc`} variant="default" fullWidth>
        {SIGN_IN.company}
      </Button>
    </Stack>
  );
}

/** Why the way over the company did not lead in; the address says which reason it was. */
export function CompanyProblem({ code }: { code: string }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />}>
      {code === "OIDC_NOT_INVITED" ? SIGN_IN.notInvited : SIGN_IN.companyFailed}
    </Alert>
  );
}
