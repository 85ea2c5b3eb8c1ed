import { Paper, Stack, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { SESSION_KEY, type Session } from "../../api/session.ts";
import { useFilters } from "../../parts/page/use-filters.ts";
import { SIGN_IN } from "../../words/sign-in.ts";
import { CompanyProblem, CompanySignIn, useSignInMethods } from "./company-sign-in.tsx";
import { LinkForm } from "./link-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ResetForm } from "./reset-form.tsx";
import classes from "./sign-in-page.module.css";

export const Route = createLazyRoute("/sign-in")({ component: SignInPage });

const PAGE = /^\/(test|production)\b/;

/**
 * By email and password, by the company's identity provider, or by a one-time link: its token is after the #, which
 * reaches no log.
 */
function SignInPage() {
  const [token] = useState(() => location.hash.slice(1));
  const { filters } = useFilters(["to", "error"]);
  const [isResetting, setIsResetting] = useState(false);
  const { data: methods } = useSignInMethods(token === "");
  const queries = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const enter = (session: Session) => {
    queries.clear();
    queries.setQueryData(SESSION_KEY, session);
    // Only pages of the dashboard itself: other addresses could be put into a link.
    if (filters.to !== undefined && PAGE.test(filters.to)) router.history.push(`/app${filters.to}`);
    else navigate({ to: "/" });
  };
  const title = token ? SIGN_IN.welcome : isResetting ? SIGN_IN.resetTitle : SIGN_IN.title;
  return (
    <main className={classes.page}>
      <title>{`${title} · Junctor`}</title>
      <Paper withBorder className={classes.box}>
        <Stack gap="lg">
          <div>
            <img src="/app/icon.svg" alt="" width={32} height={32} />
            <Title order={1} mt="sm">
              {title}
            </Title>
          </div>
          {filters.error && !token && <CompanyProblem code={filters.error} />}
          {token && <LinkForm token={token} onEnter={enter} />}
          {!token && isResetting && <ResetForm onBack={() => setIsResetting(false)} />}
          {!token && !isResetting && (
            <>
              <PasswordForm
                onEnter={enter}
                onForgotten={methods?.reset ? () => setIsResetting(true) : undefined}
              />
              {methods?.oidc && <CompanySignIn />}
            </>
          )}
        </Stack>
      </Paper>
      <Text size="xs" className={classes.hint}>
        {token || isResetting ? null : (
          <>
            {SIGN_IN.firstTime}
            {methods?.reset === false && (
              <>
                <br />
                {SIGN_IN.lost}
              </>
            )}
          </>
        )}
      </Text>
    </main>
  );
}
