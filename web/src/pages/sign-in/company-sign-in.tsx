import { Alert, Button, Divider, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { sendAnywhere } from "../../api/session.ts";
import { SIGN_IN } from "../../words/sign-in.ts";

const SESSION = "/api/v2/public/operator-session";

/** How operators can sign in, besides by password. */
export function useSignInMethods(enabled: boolean) {
  return useQuery({
    queryKey: ["sign-in-methods"],
    queryFn: ({ signal }) => sendAnywhere("get", `${SESSION}/methods`, { signal }),
    enabled,
  });
}

/** A link to sign in with the company's identity provider; it leaves the page and returns. */
export function CompanySignIn() {
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
