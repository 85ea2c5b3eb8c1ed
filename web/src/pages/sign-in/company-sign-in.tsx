import { Alert, Button, Divider, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { sendAnywhere } from "../../api/session.ts";
import { SIGN_IN } from "../../words/sign-in.ts";

const SESSION = "/api/v2/public/operator-session";

/** A link to sign in with the company's identity provider, if there is one; it leaves the page and returns. */
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

const PROBLEMS = new Map([
  ["OIDC_NOT_INVITED", SIGN_IN.notInvited],
  ["OIDC_TOO_MANY", SIGN_IN.tooMany],
]);

/** Why signing in with the company failed; the URL has the reason. */
export function CompanyProblem({ code }: { code: string }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />}>
      {PROBLEMS.get(code) ?? SIGN_IN.companyFailed}
    </Alert>
  );
}
