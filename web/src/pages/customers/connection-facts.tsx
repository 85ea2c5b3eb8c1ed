import type { ReactNode } from "react";
import { Moment } from "../../parts/time/moment.tsx";
import { CONNECTIONS } from "../../words/customers.ts";
import classes from "./connection-panel.module.css";
import type { Connection } from "./customer.ts";

/** The two or three facts that show whether a connection works. */
export function ConnectionFacts({ connection }: { connection: Connection }) {
  const { checks, last_answer: answer, scopes, consecutive_failures: failures, callback } = connection;
  return (
    <dl className={classes.facts}>
      <Fact name={CONNECTIONS.connected}>
        <Moment at={connection.connected_at} />
        <span className="muted"> · {CONNECTIONS.by[connection.auth_type]}</span>
      </Fact>
      {connection.next_refresh_at ? (
        <Fact name={CONNECTIONS.renews}>
          {Date.parse(connection.next_refresh_at) < Date.now() ? (
            CONNECTIONS.renewalIsDue
          ) : (
            <Moment at={connection.next_refresh_at} />
          )}
        </Fact>
      ) : (
        connection.expires_at && (
          <Fact name={CONNECTIONS.expires}>
            <Moment at={connection.expires_at} />
          </Fact>
        )
      )}
      {checks.last_at && (
        <Fact name={CONNECTIONS.lastCheck}>
          <Moment at={checks.last_at} />
          <span className="muted">
            {" "}
            · {checks.last_succeeded ? CONNECTIONS.checkedWell : CONNECTIONS.checkFailed}
          </span>
        </Fact>
      )}
      {answer && (
        <Fact name={CONNECTIONS.lastAnswer}>
          {CONNECTIONS.answer(answer.status)}
          <span className="muted">
            {" "}
            · <Moment at={answer.at} />
          </span>
        </Fact>
      )}
      {failures > 0 && <Fact name={CONNECTIONS.failures}>{failures}</Fact>}
      {Object.entries(callback ?? {}).map(([name, value]) => (
        <Fact key={name} name={name}>
          <span className="mono">{value}</span>
        </Fact>
      ))}
      {scopes.missing.length > 0 && (
        <Fact name={CONNECTIONS.missingScopes}>
          <span className="mono">{scopes.missing.join(", ")}</span>
          <div className="muted">{CONNECTIONS.missingScopesHelp}</div>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
